import { numbered, rowsAreShown, type Shown } from './shown-rows.ts'

const lease = (title: string): Shown => ['test/presence/lease-cases.test.ts', title]
const registry = (title: string): Shown => ['test/presence/session-registry.test.ts', title]
const mcp = (title: string): Shown => ['test/mcp/mcp-server.test.ts', title]
const parts = (title: string): Shown => ['test/mcp/handles-and-events.test.ts', title]
const tasks = (title: string): Shown => ['test/mcp/task-store.test.ts', title]
const fleet = (title: string): Shown => ['test/fleet/fleet.test.ts', title]
const queue: Shown = [
  'test/fleet/queue-cases.ts',
  '%s: a worker whose claim has lapsed completes the job of its successor',
]
const zombie: Shown = [
  'test/zombies/zombie-cases.ts',
  '%s: an owner that was stopped past its deadline writes after another took over (I15)',
]
const chaos: Shown = [
  'test/fleet/chaos-cases.ts',
  'interrupted turns one is lost, completed twice or stuck while the database comes and goes',
]
const restarted = mcp('cannot go on over HTTP when the server is killed in the middle of a call')
const twoClaims = registry('lets two claims win, or the token stand still')
const stateValues = registry('takes null for nothing, keeps state past its time, or mixes up two agents')

/** A lease with heartbeat and grace (Agent-MCP): what it does, and `D`, what it does wrong. */
const presence: Readonly<Record<string, Shown>> = {
  'S-004-3': lease('a new session is not active, or has attempts behind it'),
  'S-004-4': lease('a heartbeat brings an expired session back'),
  'S-004-5': lease('a session that said goodbye cannot be taken over, or after the grace still can'),
  'S-004-6': lease('a session whose owner fell silent cannot be taken over within the grace'),
  'S-004-7': registry('forgets a session that lived for hours before the grace after its last heartbeat is over'),
  'S-004-8': lease('state without a time ends, with one stays, or null is nothing'),
  'S-004-9': lease('cleanup leaves what is over, or takes what lives'),
  'S-004-10': lease('the list holds what has expired, or is not by the newest sign of life'),
  'S-004-12': ['test/mcp/tools.test.ts', 'what the tools of live sessions and state answer is not what is on record'],
  'S-004-14': registry('takes its sessions along when it is told to end'),
  'S-004-D1': registry('runs something, prints something or keeps the process when it is imported and started'),
  'S-004-D2': registry('lets a live session expire because it was opened long ago'),
  'S-004-D3': lease('a heartbeat brings an expired session back'),
  'S-004-D4': lease('what is expired and has no attempts left is handed out'),
  'S-004-D5': twoClaims,
  'S-004-D6': registry('spends an attempt on a row that cannot be read'),
  'S-004-D7': lease('who took over and died at once leaves a session that nobody can take'),
  'S-004-D8': lease('opening again after a takeover gives the attempts back, or wipes the state'),
  'S-004-D9': registry('forgets a session that lived for hours before the grace after its last heartbeat is over'),
  'S-004-D10': registry('beats without a probe that says so, or hangs with one that does'),
  'S-004-D11': restarted,
  'S-004-D12': stateValues,
  'S-004-D13': registry('takes an option that does not fit, or a session without identity'),
  'S-004-D14': registry('lists in no order, or what has expired, or keeps the expired for ever'),
  'S-004-D15': registry('lets strangers burn the attempts'),
  'S-004-D16': registry('expires the living or keeps the dead when the wall clock steps by %i ms'),
  'S-004-D17': registry('stores a secret of the environment, or more than is allowed'),
}

/** Leases, agent state and MCP, as others have built them and what their users report. */
const leases: Readonly<Record<string, Shown>> = {
  'A2 handles': parts('can be guessed, used by another owner, or used after their time'),
  'A2 tasks': tasks('forgets a task, its end or its result when the server is started again'),
  'A2 events': parts('forgets what it sent when the server is started again, or replays of another stream'),
  'A2 no replay': parts('repeats the call that was lost, or initialises more than once'),
  'A2 restart': restarted,
  'A2 both generations': mcp('does not get the tools, their hints, or an answer on stdio'),
  'A2 dead owner': registry('waits for the deadline of an owner that was killed'),
  'A2 pid of another process': ['test/recovery/open-turns.test.ts', "'startTime', 'pid'].map"],
  'A2 fence': zombie,
}

/** Queues and engines of fleets. */
const fleets: Readonly<Record<string, Shown>> = {
  'A4 no fence in the queue': queue,
  'A4 jobs of a dead worker': fleet(
    'a turn that a dead node left behind is lost, or run without being told of its interruption',
  ),
  'A4 database restarted': chaos,
  'A4 late run': zombie,
  'A4 nodes killed': ['test/fleet/killed-nodes.ts', 'lose a turn, answer one twice, or leave one stuck'],
  'A4 producer': fleet('a producer runs turns'),
  'A4 nothing before start': fleet('a turn runs before start(), twice, or is not completed'),
  'A4 parked': fleet('a poison turn is tried for ever, or parked without its history, or with its text (I12)'),
  'A4 own pool': [
    'test/postgres/faults.test.ts',
    'many workers on one pool of one deadlock, or two of them get the session (I9)',
  ],
  'A4 printed SQL': [
    'test/cli/stores.test.ts',
    'the printed schema does not run, or is not the one that the store makes',
  ],
  'A4 conformance of other stores': ['src/testing.ts', 'testStore'],
}

/** Tests by breaking things. */
const crashes: Readonly<Record<string, Shown>> = {
  'C-1': ['test/journal/damage.test.ts', 'a torn write costs more than itself, in mode %s'],
  'C-2': ['test/journal/damage.test.ts', 'a flipped bit goes unseen, or takes good records with it'],
  'C-3': ['test/journal/io-faults.test.ts', '$code (for good: $persistent) loses what was acknowledged'],
  'C-4': [
    'test/journal/crash-images.test.ts',
    'a power loss takes what was acknowledged, or brings back what was removed',
  ],
  'C-5': ['test/journal/kill.test.ts', 'kill -9 of the writer loses what it acknowledged, or lets two write at once'],
  'C-8': zombie,
  'C-9': queue,
  'C-10': [
    'test/linearizability/history-cases.ts',
    'clients at work on one session see what no order of their calls explains',
  ],
  'C-11': chaos,
  'C-12': ['test/recovery/crash-matrix.test.ts', 'loses a known result, repeats an effect or has two ends'],
  'C-13': ['test/storage/equal-stores-cases.ts', 'memory, SQLite, journal and PostgreSQL differ after some command'],
  'C-14': [
    'test/journal/derived.test.ts',
    'derived files that are gone or damaged change an answer, or come back otherwise',
  ],
  'C-15': [
    'test/supervisor/simulation-cases.ts',
    'exceeds its budget, succeeds without its probe, or leaves something behind',
  ],
}

/** Rows of which no test shows all they ask for, and why. */
const open: Readonly<Record<string, string>> = {
  'S-004-1': 'the numbers are defaults in registry-options.ts; the cases of the lease run on them',
  'S-004-2': 'the columns of its table are not ours; the state is one reserved value of a session',
  'S-004-11': 'ours throw what is a defect and answer what is an outcome: nothing fails in silence',
  'S-004-13': 'there is no table of protocol sessions: docs/mcp.md says why, and what to do instead',
  'S-004-15': 'a transport is not watched: its owner says `disconnect`, or falls silent and the grace begins',
  'A4 other engines': 'DBOS, Temporal, Restate and Inngest are recipes in docs/fleets.md, not dependencies',
  'C-6': 'LazyFS wants FUSE and a container; the images of C-4 take its place for the journal, not for SQLite',
  'C-7': 'one SQLite is installed, that of Node; an older one is given a rollback journal (open-database.ts)',
  'C-16': 'the control sessions of agent programs are not installed with the tests; `npm run e2e` resumes real ones',
  'C-17': 'the test of a defect stands beside the code that had it, and its title says what failed',
}

rowsAreShown(
  [
    ...numbered('S-004-', 15),
    ...numbered('S-004-D', 17),
    ...numbered('C-', 17),
    ...Object.keys({ ...leases, ...fleets }),
    'A4 other engines',
  ],
  { ...presence, ...leases, ...fleets, ...crashes },
  open,
)
