import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createFleet, type FleetProducer } from '../../src/fleet/create-fleet.ts'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import { fleetOverview } from '../../src/fleet/view/fleet-overview.ts'
import { createPostgresStore, type PostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { usePostgres } from '../postgres/postgres-server.ts'

const postgres = usePostgres()
const HOUR_MS = 3_600_000

interface Ground {
  readonly store: PostgresStore
  readonly producer: FleetProducer
  node(name: string, way: string, more?: { readonly ttlMs?: number; readonly skewMs?: number }): OddNode
}

/** A process, and what it tells. */
interface OddNode {
  readonly child: ChildProcess
  /** The next line. */
  told(): Promise<unknown>
}

async function ground(): Promise<Ground> {
  const [schema, pool] = [postgres.schema(), postgres.pool()]
  const store = createPostgresStore({ pool, schema })
  await store.open()
  const queue = createPostgresQueue(pool, { schema })
  const { producer } = createFleet({ store, queue, node: 'producer', resume: async () => expect.unreachable() })
  return {
    store,
    producer,
    node(name, way, { skewMs = 0, ttlMs = 1000 } = {}) {
      const file = join(import.meta.dirname, 'odd-node.ts')
      const args = [file, postgres.url(), schema, name, `${ttlMs}`, way, `${skewMs}`]
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
      const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
      onTestFinished(async () => {
        if (child.exitCode !== null || child.signalCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGKILL')
        await ended
      })
      return { child, told: async () => JSON.parse(String((await lines.next()).value)) as unknown }
    },
  }
}

const completed = async (store: PostgresStore, turnID: string): Promise<boolean> =>
  (await store.turns.get('s', turnID))?.state === 'completed'

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(20)
}

test.each([
  ['its work', 'dies', async () => undefined],
  [
    'the repair of what a dead node left',
    'dies repairing',
    async ({ store }: Ground) => {
      const dead = await store.leases.acquire('s', { owner: 'dead', ttlMs: 60_000 })
      if (dead.held) throw new Error('s is held.')
      await store.turns.begin('s', { turnID: 'one', input: 'hi', lease: dead })
      await store.turns.advance('s', 'one', 'worker_started', { node: 'dead' }, { lease: dead })
      await dead.release()
    },
  ],
] as const)('a session that kills each node by %s is taken for ever, hidden, or lost', async (_name, way, prepare) => {
  const here = await ground()
  await prepare(here)
  await here.producer.submit('s', { turnID: 'one', input: 'hi' })
  const parked = async () => (await fleetOverview(here.store)).parked
  let lives = 0
  while ((await parked()).length === 0) {
    // More than there may be attempts.
    expect(lives).toBeLessThan(6)
    lives += 1
    const { child } = here.node(`n${lives}`, way, { ttlMs: 200 })
    const ended = once(child, 'exit')
    await Promise.race([ended, until(async () => (await parked()).length > 0 || child.signalCode !== null)])
    child.kill('SIGKILL')
    await ended
  }
  const [given] = await parked()
  expect(given).toMatchObject({ sessionID: 's', turnID: 'one' })
  expect(given!.attempts.map(({ outcome }) => outcome)).toEqual(given!.attempts.map(() => 'died'))
  expect(given!.attempts.length).toBeGreaterThanOrEqual(3)
  expect(await here.store.turns.pending('s')).toEqual([])
  await until(async () => (await here.store.leases.holder('s')) === null)
  // The way back, once somebody has mended what killed them.
  const again = await here.producer.retry('s', 'one')
  here.node('well', 'answers')
  await until(() => completed(here.store, again.turnID))
  expect(await parked()).toEqual([])
})

test('a node that stood still while another one took over writes, or is not told (I15)', async () => {
  const { node, producer, store } = await ground()
  await producer.submit('s', { turnID: 'one' })
  const stopped = node('stopped', 'waits')
  expect(await stopped.told()).toBe('started')
  expect(await stopped.told()).toEqual({ running: 's' })
  stopped.child.kill('SIGSTOP')
  node('heir', 'answers')
  await until(() => completed(store, 'one~2'))
  stopped.child.kill('SIGCONT')
  expect(await stopped.told()).toEqual({ lost: 's' })
  stopped.child.stdin!.write('go\n')
  expect(await stopped.told()).toEqual({ refused: 'lease_lost' })
  expect(await store.turns.get('s', 'one')).toMatchObject({ state: 'interrupted' })
  expect(await store.messages.load('s')).toBeNull()
})

test.each([
  [HOUR_MS, -HOUR_MS],
  [-HOUR_MS, HOUR_MS],
])(
  'nodes whose clocks are wrong by %i and %i ms, and jump, take sessions too early or never',
  async (first, second) => {
    const { node, producer, store } = await ground()
    await producer.submit('s', { turnID: 'one', input: 'hi' })
    const owner = node('owner', 'waits', { skewMs: first, ttlMs: 2000 })
    expect(await owner.told()).toBe('started')
    expect(await owner.told()).toEqual({ running: 's' })
    const other = node('other', 'answers', { skewMs: second, ttlMs: 2000 })
    expect(await other.told()).toBe('started')
    const renewed = async (times: number): Promise<void> => {
      for (let seen = 0, last = 0; seen < times;) {
        const holder = await store.leases.holder('s')
        expect(holder?.by).toBe('owner')
        if (holder!.until > last) seen += 1
        last = holder!.until
        await sleep(50)
      }
    }
    await renewed(4)
    for (const { child } of [owner, other]) child.kill('SIGUSR2')
    await renewed(4)
    owner.child.kill('SIGKILL')
    await until(() => completed(store, 'one~2'))
    expect(await store.turns.get('s', 'one')).toMatchObject({ state: 'interrupted', data: { node: 'owner' } })
  },
)
