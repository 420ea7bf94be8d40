import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Shown } from './shown-rows.ts'

const face = (title: string): Shown => ['test/recovery/every-face.test.ts', title]
const host = (title: string): Shown => ['test/hook/host-that-fails.test.ts', title]
const sent = (title: string): Shown => ['test/recovery/send-until-accepted.test.ts', title]
const kept = (title: string): Shown => ['test/repair/content-kept.test.ts', title]
const rollout = (title: string): Shown => ['test/agents/codex/rewrite.test.ts', title]
const claude = (title: string): Shown => ['test/agents/claude-code/found-by-nobody.test.ts', title]
const page = (title: string): Shown => ['test/proxy/foreign-pages.test.ts', title]
const terminal = (title: string): Shown => ['test/cli/terminal.test.ts', title]
const plugin = (title: string): Shown => ['test/adapters/claude-code/plugin.test.ts', title]
const person = (title: string): Shown => ['test/cli/person.test.ts', title]
const node = (title: string): Shown => ['test/cli/old-node.test.ts', title]
/** What real programs do is on record in `docs/agents.md`: `npm run e2e` makes it, and fails where it turns out otherwise. */
const e2e = (text: string): Shown => ['scripts/e2e/program-report.ts', text]

const shown: readonly (readonly [promise: string, ...shown: Shown])[] = [
  // Between users and between processes
  ['a recorded result stays in its conversation', ...face('gets the recorded result of %s, which is not its own')],
  ['so does a lost response', 'test/recovery/replay.test.ts', 'is replayed from the session of another user'],
  ['and an adopted repair', 'test/recovery/adoptions.test.ts', 'a repair is laid over another history'],
  [
    'a server of several users is told first what to set',
    'README.md',
    '**A server with several users must set `session`**',
  ],
  ['a stale view is loaded again', ...face('a worker whose view of the session is old stores nothing any more')],
  ['a host that hangs has its time', ...host('a resume that never ends takes the repair back')],
  [
    'a busy or failed event may be tried again',
    ...host('an event that came while the session was busy is a duplicate'),
  ],
  ['a callback that throws does not escape', ...host('recover throws, does not end, or does not say why: %s')],
  ['nor does one of an adapter', ...face('`onRepair` that %s fails the call')],
  ['the repeat fails as what it is', ...face('%s of the repeat hides behind the old refusal')],
  ['also without an adapter', ...sent('a rate limit of the repeat, which is not the old refusal')],
  [
    'a call that finally fails is told',
    ...face('a call that is refused for ever is sent for ever, or its end is not told'),
  ],
  // Content
  ['Bedrock texts are merged whole', ...kept('a text that Bedrock got in place of blocks is lost')],
  ['a block without type keeps its text', ...kept('the text of an Anthropic block without type is lost')],
  ['a computer call keeps its output', ...kept('a screenshot takes the place of what a computer call really returned')],
  ['Gemini keeps what is lifted out', ...kept('texts, images and results are lost when a system message of Gemini')],
  ['so does Bedrock', ...kept('texts, images and results are lost when a system message of Bedrock')],
  [
    'an AI SDK part keeps both',
    ...kept('one of two is lost where a part of the AI SDK has an output and an error text'),
  ],
  ['random messages keep every saying', 'test/properties/nothing-lost.test.ts', 'is lost without being called lossy'],
  [
    'no loss in flight without consent',
    'test/recovery/consent-in-flight.test.ts',
    'leaves out an image without consent',
  ],
  ['the work grows with the faults', 'test/repair/growth.test.ts', 'the work grows faster than the faults'],
  ['200,000 calls do not overflow', 'test/repair/growth.deep.test.ts', 'build(200_000)'],
  ['a small packed body stalls nobody', ...page('a small packed body with a giant conversation is checked')],
  // What leaves the program
  [
    'control characters stay harmless',
    ...terminal('control characters of sessions, file names, tool names and arguments'),
  ],
  ['JSON escapes C1 and bidi', ...terminal("'\\u202e', '\\u2069'")],
  ['the store is private', 'test/storage/migration.test.ts', 'others of this machine can read the conversations (I12)'],
  ['a web page is refused', ...page('a page that was allowed, or a program, is refused')],
  ['the leave of the upstream is not passed on', ...page("the upstream's leave for every page is passed on")],
  ['two Host headers are refused', ...page('two Host headers reach the upstream')],
  [
    'the plugin of opencode has a spec of ours',
    'test/adapters/opencode-entry.test.ts',
    'the README names a plugin that somebody else could own',
  ],
  [
    'the plugin of Claude Code fetches nothing',
    ...plugin('a machine without the command runs what the registry holds'),
  ],
  ['and speaks where it is seen', ...plugin('an event that Claude Code ends early, or shows nowhere, is listened to')],
  [
    'a missing Node is named by every command',
    ...node('a command that an old Node cannot run fails far from the cause'),
  ],
  ['an old Node is refused', ...node('session-recovery refuses to run on Node %s')],
  // Sessions of real programs
  ['Codex: lines have their number', ...rollout('a line that is inserted for the %s call has no number')],
  ['Codex: texts are messages', ...rollout('a text that the repair writes is no message for Codex')],
  ['Codex: an id of two is renamed', ...rollout('an item that differs from another one of its id is stripped of it')],
  ['Codex: outputs from elsewhere', ...rollout('a real output that stands elsewhere in the rollout is replaced')],
  ['a torn last line', ...person('a torn last line is healthy after the repair, and the next prompt is refused')],
  ['a torn answer is salvaged', ...rollout('an answer that was torn is lost as far as it can be read')],
  ['one error repairs what it names', 'test/agents/foreign-index.test.ts', 'opencode with OpenAI'],
  ['and not the thinking of others', 'test/agents/claude-code/error-by-index.test.ts', 'costs the thinking of others'],
  ['all bad items at once', 'test/agents/codex/error-by-index.test.ts', 'and needs an error for each'],
  ['Claude: an id used again', ...claude('uses again passes for healthy')],
  [
    'Claude: the place of a placeholder',
    ...claude('stands behind the answer that follows, where the program drops it'),
  ],
  [
    'opencode: parts without message',
    'test/agents/opencode/missing-rows.test.ts',
    'for the row of their message is gone',
  ],
  ['Gemini: calls left open', 'test/agents/gemini-cli/open-calls.test.ts', 'executing'],
  ['no false alarms', ...person('a file of Claude Code that is %s is a broken session')],
  ['Claude names what runs', ...person('a session is repaired while its program names it as running')],
  [
    'opencode blocks only what it works on',
    'test/agents/opencode/running.test.ts',
    'a running opencode blocks writes to all',
  ],
  ['the full id of Gemini CLI', ...person('the full id that Gemini CLI shows is not understood')],
  ['the time of a file stays', ...person('a repair makes an old session the newest, which the program then resumes')],
  ['undo does not race', 'test/files/backups.test.ts', 'undo loses what a program appends while it restores'],
  ['hard links are told', ...person('another name of the file keeps the old content, and nobody says so')],
  ['real programs: a wrong outcome fails', ...e2e('isWrong(outcome, way)')],
  // For the person whose session just died
  ['doctor: newest first, ten in full', ...person('doctor does not begin with the newest, fills the screen')],
  ['worst means worst', ...person('the worst session is not the one with most to repair')],
  ['where it searched', ...person('%s finds nothing and does not say where it searched')],
  ['an unreadable folder is told', ...person('for %s a folder that cannot be read is one without sessions')],
  [
    'which placeholder, where, and how to go on',
    ...person('after a repair nobody knows which placeholder stands where'),
  ],
  [
    'the next command finds it again',
    'test/doctor/error-without-place.test.ts',
    'what waits for consent is not found again',
  ],
  ['undo names --force', ...person('undo of a file that was written to does not name the way')],
  ['no words of the inside', 'test/cli/explain.test.ts', 'part store|frontier'],
  ['ids that the program uses', 'test/proxy/client-session.test.ts', 'two sessions at one proxy are told under one id'],
]

test.each(shown)('%s: shown by a test that is not there', (_promise, file, title) => {
  expect(readFileSync(file, 'utf8')).toContain(title)
})

test('there are no promises', () => expect(shown.length).toBeGreaterThan(60))
