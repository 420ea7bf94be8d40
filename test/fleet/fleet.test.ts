import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createFleet } from '../../src/fleet/create-fleet.ts'
import { loadHistory } from '../../src/fleet/fleet-history.ts'
import type { FleetOptions, FleetStore } from '../../src/fleet/fleet-options.ts'
import type { FleetQueue } from '../../src/fleet/fleet-queue.ts'
import { createMemoryQueue } from '../../src/fleet/queues/create-memory-queue.ts'
import { createPostgresQueue } from '../../src/fleet/queues/create-postgres-queue.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import { usePostgres } from '../postgres/postgres-server.ts'

const postgres = usePostgres()

interface Ground {
  readonly store: FleetStore
  readonly queue: FleetQueue
}

const GROUNDS: { readonly name: string; readonly make: () => Ground }[] = [
  { name: 'memory', make: () => ({ store: createMemoryStore(), queue: createMemoryQueue() }) },
  {
    name: 'postgres',
    make() {
      const pool = postgres.pool(1)
      const schema = postgres.schema()
      return {
        store: createPostgresStore({ pool, schema }),
        queue: createPostgresQueue(pool, { schema, pollMs: 20 }),
      }
    },
  },
]

const QUICK = { leaseTtlMs: 5000, backoff: { baseMs: 1, maxMs: 2 } }

async function until(isTrue: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isTrue())) await sleep(10)
}

// They wait more than they compute, each for a fleet and a store of its own.
describe.concurrent.each(GROUNDS)('$name', ({ make }) => {
  const fleetOf = (ground: Ground, options: Partial<FleetOptions> & Pick<FleetOptions, 'resume'>) =>
    createFleet({ node: 'a', ...QUICK, ...ground, ...options })

  test('a turn runs before start(), twice, or is not completed', async () => {
    const ground = make()
    const ran: unknown[] = []
    const fleet = fleetOf(ground, { resume: async ({ turn }) => ran.push(turn.input) })
    const turn = await fleet.submit('s', { turnID: 'one', input: { text: 'hi' } })
    await fleet.submit('s', { turnID: 'one', input: { text: 'hi' } })
    expect(turn.state).toBe('submitted')
    await sleep(50)
    expect(ran).toEqual([])
    fleet.start()
    fleet.start()
    await until(async () => (await ground.store.turns.pending('s')).length === 0)
    await fleet.stop()
    expect(ran).toEqual([{ text: 'hi' }])
    expect(await ground.store.turns.get('s', 'one')).toMatchObject({ state: 'completed', data: 1 })
    expect(await ground.store.leases.holder('s')).toBeNull()
  })

  test('a producer runs turns', async () => {
    const ground = make()
    const { producer } = fleetOf(ground, { resume: async () => expect.unreachable() })
    await producer.submit('s', { input: 1 })
    expect(Object.keys(producer)).not.toContain('start')
    expect(await ground.store.turns.pending('s')).toHaveLength(1)
  })

  test('a turn that a dead node left behind is lost, or run without being told of its interruption', async () => {
    const ground = make()
    await ground.queue.send({ sessionID: 's', turnID: 'one', input: 'hi' })
    // The dead node: it had begun, and nobody ends its lease.
    const dead = await acquired(ground.store, 's', { owner: 'dead', ttlMs: 200 })
    await ground.store.turns.begin('s', { turnID: 'one', input: 'hi', lease: dead })
    await ground.store.turns.advance('s', 'one', 'assistant_started', { partial: 'hal' }, { lease: dead })
    const seen: unknown[] = []
    const fleet = fleetOf(ground, {
      node: 'b',
      resume: async ({ turn, previous }) => void seen.push(turn.turnID, turn.input, previous?.turnID, previous?.state),
    })
    fleet.start()
    await until(async () => (await ground.store.turns.get('s', 'one~2'))?.state === 'completed')
    await fleet.stop()
    expect(seen).toEqual(['one~2', 'hi', 'one', 'interrupted'])
    expect(await ground.store.turns.get('s', 'one')).toMatchObject({ state: 'interrupted', data: { partial: 'hal' } })
    await expect(
      ground.store.turns.advance('s', 'one~2', 'interrupted', undefined, { lease: dead }),
    ).rejects.toMatchObject({ code: 'lease_lost' })
  })

  test('a history stays when its turns have gone well, and whoever looks at the fleet reads them all', async () => {
    const ground = make()
    const during: unknown[] = []
    const fleet = fleetOf(ground, {
      async resume({ sessionID, turn }) {
        during.push(Object.keys((await loadHistory(ground.store, sessionID)).open))
        if (turn.turnID === 'poison') throw new TypeError('always')
      },
      maxAttempts: 1,
    })
    fleet.start()
    await fleet.submit('s', { turnID: 'one' })
    await fleet.submit('t', { turnID: 'poison' })
    await until(async () => (await loadHistory(ground.store, 't')).parked['poison'] !== undefined)
    await until(async () => (await ground.store.turns.get('s', 'one'))?.state === 'completed')
    await fleet.stop()
    expect(during).toEqual(expect.arrayContaining([['one'], ['poison']]))
    const left = await ground.store.statesNamed('fleet', 'history')
    expect(left.map(({ sessionID }) => sessionID)).toEqual(['t'])
  })

  test('a failed turn is not tried again, or its recovery is not counted', async () => {
    const ground = make()
    let failures = 2
    const attempts: number[] = []
    const fleet = fleetOf(ground, {
      async resume({ attempt }) {
        attempts.push(attempt)
        if (failures-- > 0) throw new TypeError('prompt content')
      },
    })
    fleet.start()
    await fleet.submit('s', { turnID: 'one' })
    await until(async () => (await ground.store.turns.get('s', 'one~3'))?.state === 'completed')
    await fleet.stop()
    expect(attempts).toEqual([1, 2, 3])
    const history = await loadHistory(ground.store, 's')
    expect(history).toMatchObject({ open: {}, parked: {}, recoveries: [{ turnID: 'one', attempts: 3 }] })
  })

  test('a poison turn is tried for ever, or parked without its history, or with its text (I12)', async () => {
    const ground = make()
    let isPoison = true
    const fleet = fleetOf(ground, {
      maxAttempts: 3,
      async resume() {
        if (isPoison) throw Object.assign(new TypeError('secret prompt'), { code: 'E_POISON' })
        return 'well'
      },
    })
    fleet.start()
    await fleet.submit('s', { turnID: 'one', input: 'x' })
    await until(async () => (await loadHistory(ground.store, 's')).parked['one'] !== undefined)
    const { parked, open } = await loadHistory(ground.store, 's')
    expect(parked['one']?.attempts.map(({ outcome, error, node }) => [outcome, error, node])).toEqual(
      Array.from({ length: 3 }, () => ['failed', 'TypeError E_POISON', 'a']),
    )
    expect(open).toEqual({})
    expect(JSON.stringify(parked)).not.toContain('secret')
    for (const other of ['two', 'one~2', 'constructor'])
      await expect(fleet.retry('s', other)).rejects.toMatchObject({ code: 'not_parked' })
    isPoison = false
    await until(async () => (await ground.store.leases.holder('s')) === null)
    const other = await acquired(ground.store, 's', { owner: 'other', ttlMs: 60_000 })
    await expect(fleet.retry('s', 'one')).rejects.toMatchObject({ code: 'busy' })
    await other.release()
    await fleet.stop()
    const again = await fleet.retry('s', 'one')
    // Nobody waits for a lease that was taken for a change of the history alone.
    expect(await ground.store.leases.holder('s')).toBeNull()
    fleet.start()
    expect(again).toMatchObject({ state: 'submitted', input: 'x' })
    await until(async () => (await ground.store.turns.get('s', again.turnID))?.state === 'completed')
    await fleet.stop()
    expect((await loadHistory(ground.store, 's')).parked).toEqual({})
  })

  test('an attempt that ends with its process is not counted', async () => {
    const ground = make()
    await ground.queue.send({ sessionID: 's', turnID: 'one' })
    await ground.store.turns.begin('s', { turnID: 'one' })
    await ground.store.turns.advance('s', 'one', 'worker_started')
    const attempt = { at: 1, node: 'dead', turnID: 'one', outcome: 'started' }
    const history = { open: { one: [attempt, attempt] }, parked: {}, recoveries: [] }
    await ground.store.state.set('s', 'history', history, { owner: 'fleet' })
    const fleet = fleetOf(ground, { maxAttempts: 2, resume: async () => expect.unreachable() })
    fleet.start()
    await until(async () => (await loadHistory(ground.store, 's')).parked['one'] !== undefined)
    await fleet.stop()
    expect((await loadHistory(ground.store, 's')).parked['one']?.attempts.at(-1)?.outcome).toBe('died')
  })

  test('what was left behind before the grace is run again although nobody waits for it', async () => {
    const ground = make()
    await ground.queue.send({ sessionID: 's', turnID: 'one' })
    await ground.store.turns.begin('s', { turnID: 'one' })
    await ground.store.turns.advance('s', 'one', 'worker_started')
    await sleep(30)
    const fleet = fleetOf(ground, { graceMs: 1, resume: async () => expect.unreachable() })
    fleet.start()
    await until(async () => (await loadHistory(ground.store, 's')).parked['one'] !== undefined)
    await fleet.stop()
  })

  test('a node that stalls keeps its session, or writes after another took it over (I15)', async () => {
    const ground = make()
    const lost: string[] = []
    let release = (): void => undefined
    const stalled = fleetOf(ground, {
      node: 'stalled',
      leaseTtlMs: 800,
      stallMs: 1,
      onLost: ({ turnID }) => lost.push(turnID),
      resume: ({ signal }) =>
        new Promise((resolve) => {
          release = () => resolve(signal.aborted)
        }),
    })
    stalled.start()
    await stalled.submit('s', { turnID: 'one' })
    await until(async () => (await ground.store.turns.get('s', 'one'))?.state === 'worker_started')
    // It must not take its own job back.
    const stopped = stalled.stop()
    const other = fleetOf(ground, { node: 'other', resume: async () => 'other' })
    other.start()
    await until(async () => (await ground.store.turns.get('s', 'one~2'))?.state === 'completed')
    await until(() => lost.length > 0)
    release()
    await Promise.all([stopped, other.stop()])
    expect(lost).toEqual(['one'])
    expect(await ground.store.turns.get('s', 'one')).toMatchObject({ state: 'interrupted' })
    expect(await ground.store.turns.get('s', 'one~2')).toMatchObject({ data: 'other' })
  })

  test('stop() drops a running turn, or waits for one that does not end', async () => {
    const ground = make()
    let end: (() => void) | undefined
    const fleet = fleetOf(ground, {
      resume: ({ signal, turn }) =>
        new Promise((resolve, reject) => {
          if (turn.input === 'ends') end = () => resolve(null)
          else signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    })
    fleet.start()
    await fleet.submit('s', { turnID: 'one', input: 'ends' })
    await until(() => end !== undefined)
    const stopped = fleet.stop()
    await sleep(20)
    end?.()
    await stopped
    expect(await ground.store.turns.get('s', 'one')).toMatchObject({ state: 'completed' })
    fleet.start()
    await fleet.submit('s', { turnID: 'two', input: 'hangs' })
    await until(async () => (await ground.store.turns.get('s', 'two'))?.state === 'worker_started')
    await fleet.stop({ drainMs: 5 })
    expect(await ground.store.turns.get('s', 'two')).toMatchObject({ state: 'interrupted' })
  })

  test('a turn that is about to run when drainMs is over runs with a signal that never aborts, and stop() waits for ever', async () => {
    const ground = make()
    let stopped: Promise<void> | undefined
    const signals: boolean[] = []
    const { turns } = ground.store
    const advance: typeof turns.advance = async (...given) => {
      const turn = await turns.advance(...given)
      if (turn.state === 'worker_started' && stopped === undefined) {
        stopped = fleet.stop({ drainMs: 0 })
        await sleep(20)
      }
      return turn
    }
    const fleet = fleetOf(
      { ...ground, store: { ...ground.store, turns: { ...turns, advance } } },
      { resume: async ({ signal }) => signals.push(signal.aborted) },
    )
    fleet.start()
    await fleet.submit('s', { turnID: 'one' })
    await until(() => stopped !== undefined)
    await stopped
    expect(signals).toEqual([])
    expect(await ground.store.turns.get('s', 'one')).toMatchObject({ state: 'interrupted' })
    fleet.start()
    await until(async () => (await ground.store.turns.get('s', 'one~2'))?.state === 'completed')
    await fleet.stop()
    expect(signals).toEqual([false])
  })

  test('two turns of one session run at the same time', async () => {
    const ground = make()
    let running = 0
    let most = 0
    const fleet = fleetOf(ground, {
      async resume() {
        most = Math.max(most, (running += 1))
        await sleep(5)
        running -= 1
      },
    })
    await Promise.all([1, 2, 3].map((input) => fleet.submit('s', { input })))
    fleet.start()
    await until(async () => (await ground.store.turns.pending('s')).length === 0)
    await fleet.stop()
    expect(most).toBe(1)
  })
})

test('the end of a stop aborts the turns of the next start', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const fleet = createFleet({ store: createMemoryStore(), node: 'a', resume: async () => null })
  fleet.start()
  await fleet.stop({ drainMs: 60_000 })
  await fleet.stop({ drainMs: 60_000 })
  expect(vi.getTimerCount()).toBe(0)
})

test('a start behind a stop that still waits is none', async () => {
  const store = createMemoryStore()
  const { promise: held, resolve: release } = Promise.withResolvers<null>()
  const resume = vi.fn(async ({ turn }: { readonly turn: { readonly turnID: string } }) =>
    turn.turnID === 'one' ? held : null,
  )
  const fleet = createFleet({ store, node: 'a', resume, ...QUICK })
  onTestFinished(() => fleet.stop())
  fleet.start()
  await fleet.submit('s', { turnID: 'one' })
  await until(() => resume.mock.calls.length === 1)
  const stopped = fleet.stop()
  fleet.start()
  await fleet.submit('t', { turnID: 'two' })
  await until(async () => (await store.turns.get('t', 'two'))?.state === 'completed')
  expect((await store.turns.get('s', 'one'))?.state).toBe('worker_started')
  release(null)
  await stopped
  expect((await store.turns.get('s', 'one'))?.state).toBe('completed')
})

test('a turn that is answered without a promise counts as failed', async () => {
  const store = createMemoryStore()
  const fleet = createFleet({ store, node: 'a', resume: (() => 'done') as never, ...QUICK })
  onTestFinished(() => fleet.stop())
  fleet.start()
  await fleet.submit('s', { turnID: 'one' })
  await until(async () => (await store.turns.pending('s')).length === 0)
  expect(await store.turns.get('s', 'one')).toMatchObject({ state: 'completed', data: 'done' })
})

test('options that cannot be meant are taken', () => {
  const base = { store: createMemoryStore(), node: 'a', resume: async () => null }
  for (const wrong of [{ node: '' }, { heartbeatMs: 30_000 }, { leaseTtlMs: 0 }, { concurrency: 0 }, { graceMs: -1 }])
    expect(() => createFleet({ ...base, ...wrong })).toThrow(Object.keys(wrong)[0]!)
  for (const name of ['store', 'queue', 'resume', 'node'])
    expect(() => createFleet({ ...base, [name]: {} })).toThrow(`Invalid option ${name}: an object.`)
  for (const backoff of [{ baseMs: -1 }, { factor: 0 }, { maxMs: Number.NaN }])
    expect(() => createFleet({ ...base, backoff })).toThrow(/Invalid option backoff\.\w+: /)
})
