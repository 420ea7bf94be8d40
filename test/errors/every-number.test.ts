import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SessionRecoveryError } from '../../src/errors/session-recovery-error.ts'
import { createFleet } from '../../src/fleet/create-fleet.ts'
import { createPgBossQueue } from '../../src/fleet/queues/create-pg-boss-queue.ts'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import { serveFleetView } from '../../src/fleet/view/serve-fleet-view.ts'
import { createSessionRecoveryHook } from '../../src/hook/create-session-recovery-hook.ts'
import { serveMcpHttp } from '../../src/mcp/serve-mcp-http.ts'
import { createStateHandles } from '../../src/mcp/state-handles.ts'
import { createTaskStore } from '../../src/mcp/tasks/create-task-store.ts'
import { createSessionRegistry } from '../../src/presence/create-session-registry.ts'
import { resolveProxyOptions } from '../../src/proxy/proxy-options.ts'
import { recoverInterrupted } from '../../src/recovery/interrupted/recover-interrupted.ts'
import { resolveAdapterOptions } from '../../src/recovery/calls/resolve-call-options.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { createSessionSupervisor } from '../../src/supervisor/create-session-supervisor.ts'
import { localProcess } from '../../src/supervisor/executors/local-process.ts'
import { sshSession } from '../../src/supervisor/executors/ssh-session.ts'
import { tmuxSession } from '../../src/supervisor/executors/tmux-session.ts'

const src = join(import.meta.dirname, '../../src')
const store = createMemoryStore()
// Without the session every number would be refused, for its id.
await store.messages.append('s', [{ raw: { role: 'user', content: 'Hi' } }])
const nothing = (): undefined => undefined
const pool = { connect: nothing, on: nothing, off: nothing } as never
const boss = Object.fromEntries(
  ['createQueue', 'send', 'fetch', 'touch', 'complete', 'cancel'].map((name) => [name, nothing]),
) as never
const fleet = { store, node: 'a', resume: async () => null }

/** What each interface with options is taken by, with one of its numbers in place. */
const takenBy: Readonly<Record<string, (number: object) => unknown>> = {
  AdapterOptions: (number) => resolveAdapterOptions(number),
  Backoff: (backoff) => createSessionSupervisor({ backoff }),
  Budget: (budget) => createSessionSupervisor({ budget }),
  CommonOptions: (number) => createPostgresStore({ pool, ...number }),
  FleetOptions: (number) => createFleet({ ...fleet, ...number }),
  FleetViewOptions: (number) => serveFleetView({ store, port: 0, ...number }),
  HandleOptions: (number) => createStateHandles(store).issue(number),
  JournalStoreOptions: (number) => createJournalStore('/nowhere', number),
  LeaseOptions: (number) => store.leases.acquire('s', { owner: 'a', ...(number as { ttlMs: number }) }),
  LocalProcessOptions: (number) => localProcess(number),
  McpHttpOptions: (number) => serveMcpHttp(nothing as never, number),
  MemoryStoreOptions: (number) => createMemoryStore(number),
  PgBossQueueOptions: (number) => createPgBossQueue(boss, number),
  PostgresQueueOptions: (number) => createPostgresQueue(pool, number),
  ProxyOptions: (number) => resolveProxyOptions(number),
  RecoverInterruptedOptions: (number) => recoverInterrupted(createSessionRecoveryHook({ store }), { store, ...number }),
  RegistryOptions: (number) => createSessionRegistry(store, number),
  RetentionPolicy: (retention) => createJournalStore('/nowhere', { retention }),
  SessionRecoveryOptions: (number) => createSessionRecoveryHook({ store }, number),
  SessionSupervisorOptions: (number) => createSessionSupervisor(number),
  SetStateOptions: (number) => store.state.set('s', 'k', 1, number),
  SnapshotOptions: (snapshot) => createSessionSupervisor({ snapshot }),
  SqliteStoreOptions: (number) => createSqliteStore(':memory:', number),
  SshOptions: (number) => sshSession(number),
  TaskStoreOptions: (number) => createTaskStore(store, number),
  TmuxOptions: (number) => tmuxSession(number),
}

const notHere: ReadonlySet<string> = new Set([
  // A revision or a token, and no amount: what does not fit is refused as stale.
  'AppendOptions',
  'ReplaceOptions',
  'TransactOptions',
  'WriteOptions',
  // What a fleet tells its queue, and a journal its claim, of numbers that were looked at.
  'ClaimOptions',
  'WorkOptions',
  // Bounds of steps over the files of one agent.
  'AppendRunOptions',
  'ReplayOptions',
  'RestoreVersionOptions',
  'SaveOptions',
])

interface Numbered {
  readonly type: string
  readonly name: string
}

/** The numbers of every interface that an entry gives out, and of those that such a one extends. */
function numbered(): readonly Numbered[] {
  const entries = globSync('*.ts', { cwd: src }).map((entry) => readFileSync(join(src, entry), 'utf8'))
  const isPublic = (type: string): boolean =>
    type in takenBy || entries.some((text) => new RegExp(String.raw`\b${type}\b`).test(text))
  return globSync('**/*.ts', { cwd: src }).flatMap((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    return [
      ...text.matchAll(/^(?:export )?interface (\w*(?:Options|Policy|Budget|Backoff))\b.*\{\n((?: .*\n|\n)*?)\}/gm),
    ].flatMap(([, type = '', body = '']) =>
      isPublic(type)
        ? [...body.matchAll(/^ {2}readonly (\w+)\??: number$/gm)].map(([, name = '']) => ({ type, name }))
        : [],
    )
  })
}

async function isRefused(take: (number: object) => unknown, number: object): Promise<boolean> {
  try {
    const made = Object((await take(number)) ?? {}) as { close?(): unknown; release?(): unknown }
    await made.close?.()
    await made.release?.()
    return false
  } catch (cause) {
    if (SessionRecoveryError.isInstance(cause)) return true
    throw cause
  }
}

const all = numbered().filter(({ type }) => !notHere.has(type))

test.each(all)('$name of $type is taken whatever it is, or by nobody', async ({ type, name }) => {
  const take = takenBy[type]
  expect(take).toBeDefined()
  for (const odd of [Number.NaN, -1, -Infinity, '5', null, [], {}, 10n])
    expect([odd, await isRefused(take!, { [name]: odd })]).toEqual([odd, true])
})

/** Those that take a number, as `Type.name`. */
async function taking(number: number): Promise<readonly string[]> {
  const taken: string[] = []
  for (const { type, name } of all)
    if (!(await isRefused(takenBy[type]!, { [name]: number }))) taken.push(`${type}.${name}`)
  return taken.toSorted()
}

test('none is taken where it says nothing, or no limit where one is needed', async () => {
  expect(await taking(0)).toMatchInlineSnapshot(`
    [
      "AdapterOptions.budget",
      "Backoff.baseMs",
      "Backoff.maxMs",
      "Budget.max",
      "Budget.stableMs",
      "Budget.windowMs",
      "CommonOptions.busyTimeoutMs",
      "CommonOptions.retryMs",
      "CommonOptions.statementTimeoutMs",
      "FleetOptions.graceMs",
      "FleetViewOptions.port",
      "JournalStoreOptions.generations",
      "McpHttpOptions.port",
      "PostgresQueueOptions.statementTimeoutMs",
      "ProxyOptions.grace",
      "ProxyOptions.maxBody",
      "ProxyOptions.maxObjects",
      "ProxyOptions.port",
      "ProxyOptions.timeout",
      "RegistryOptions.graceMs",
      "RegistryOptions.maxAttempts",
      "RegistryOptions.retentionMs",
      "RetentionPolicy.ageMs",
      "SessionSupervisorOptions.drainMs",
      "SessionSupervisorOptions.graceMs",
      "SessionSupervisorOptions.probeTimeoutMs",
      "SessionSupervisorOptions.recoveryTimeoutMs",
      "SnapshotOptions.commands",
      "SnapshotOptions.generations",
      "SnapshotOptions.intervalMs",
      "SnapshotOptions.outputChars",
      "SqliteStoreOptions.busyTimeoutMs",
    ]
  `)
  expect(await taking(Infinity)).toMatchInlineSnapshot(`
    [
      "Backoff.maxMs",
      "Budget.max",
      "Budget.stableMs",
      "Budget.windowMs",
      "FleetOptions.graceMs",
      "FleetOptions.maxAttempts",
      "FleetOptions.stallMs",
      "SessionSupervisorOptions.recoveryTimeoutMs",
      "SnapshotOptions.intervalMs",
    ]
  `)
})

/** On both sides of what is a limit somewhere, and a half for those that take fractions: `limits.txt` has those that are taken. */
const probes = [0, 0.5, 1, 2, 9, 10, 11, 65_535, 65_536, 86_399, 86_400]

/** A port that may be had by one test may not be had by another. */
const sized = all.filter(({ name }) => name !== 'port')

test('a limit of a number is moved', async () => {
  const lines = await Promise.all(
    sized.map(async ({ type, name }) => {
      const taken: number[] = []
      for (const probe of probes.toSorted((a, b) => a - b))
        if (!(await isRefused(takenBy[type]!, { [name]: probe }))) taken.push(probe)
      return `${type}.${name}: ${taken.join(' ')}`
    }),
  )
  await expect(`${lines.toSorted().join('\n')}\n`).toMatchFileSnapshot('./limits.txt')
})
