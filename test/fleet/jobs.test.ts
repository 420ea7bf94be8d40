import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FleetHistory } from '../../src/fleet/fleet-history.ts'
import { loadHistory, toHistory, withCompleted, withOutcome, withStarted } from '../../src/fleet/fleet-history.ts'
import { type FleetOptions, type FleetStore, resolveFleetOptions } from '../../src/fleet/fleet-options.ts'
import type { ClaimedJob, FleetQueue } from '../../src/fleet/fleet-queue.ts'
import { Heartbeat } from '../../src/fleet/heartbeat.ts'
import { createMemoryQueue } from '../../src/fleet/queues/create-memory-queue.ts'
import { pollJobs } from '../../src/fleet/queues/poll-jobs.ts'
import { runJob } from '../../src/fleet/run-job.ts'
import { fleetPage } from '../../src/fleet/view/fleet-page.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { Lease } from '../../src/storage/lease.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'

afterEach(() => vi.useRealTimers())

const job: ClaimedJob = { sessionID: 's', turnID: 'one', input: 'hi', id: '1', claim: 'c' }

/** One node at a job, and what it asks of the queue: `npx vitest run test/fleet/jobs -u` records it anew. */
interface Ground {
  readonly lines: string[]
  readonly store: FleetStore
  time: number
  run(options?: Partial<FleetOptions>, stopping?: AbortSignal): Promise<void>
}

const shown = (value: unknown): string =>
  JSON.stringify(value, (_key, each: unknown) => (each instanceof Error ? `${each.name}: ${each.message}` : each))

function ground(wrap: (store: FleetStore) => FleetStore = (store) => store): Ground {
  const lines: string[] = []
  const made: Ground = {
    lines,
    time: 1_000_000,
    store: createMemoryStore({ now: () => made.time }),
    async run(options = {}, stopping = new AbortController().signal) {
      const told =
        (name: string) =>
        async (...args: readonly unknown[]): Promise<boolean> => {
          lines.push(`queue ${name} ${shown(args.slice(1))}`)
          return true
        }
      const queue = { complete: told('complete'), fail: told('fail'), work: () => undefined } as unknown as FleetQueue
      const resolved = resolveFleetOptions(
        {
          store: { ...wrap(made.store), now: () => made.time },
          queue,
          node: 'a',
          resume: async ({ turn, previous, attempt }) => {
            lines.push(`resume ${turn.turnID} ${turn.state} after ${previous?.turnID ?? 'nothing'}, attempt ${attempt}`)
            return 'done'
          },
          random: () => 0.5,
          onLost: (lost) => lines.push(`lost ${shown(lost)}`),
          onError: (cause) => lines.push(`error ${shown(cause)}`),
          ...options,
        },
        createMemoryQueue,
      )
      await runJob(job, resolved, stopping)
      const turns = await Promise.all(['one', 'one~2', 'one~3'].map((id) => made.store.turns.get('s', id)))
      const states = turns.flatMap((turn) => (turn ? [`${turn.turnID} ${turn.state} ${shown(turn.data)}`] : []))
      const holder = await made.store.leases.holder('s')
      lines.push(
        `  = ${states.join('; ')}; held by ${holder?.by ?? 'nobody'}; ${shown(await loadHistory(made.store, 's'))}`,
      )
    },
  }
  return made
}

const fails =
  (cause: unknown): FleetOptions['resume'] =>
  () =>
    Promise.reject(cause as Error)

/** A turn on which a dead node was at work. */
async function leftBehind({ store }: Ground): Promise<void> {
  const lease = await acquired(store, 's', { owner: 'dead', ttlMs: 60_000 })
  await store.turns.begin('s', { turnID: 'one', input: 'hi' })
  await store.turns.advance('s', 'one', 'worker_started', { node: 'dead' }, { lease })
  await lease.release()
}

const scenes: readonly (readonly [
  title: string,
  tell: (here: Ground) => Promise<void>,
  wrap?: (store: FleetStore) => FleetStore,
])[] = [
  ['a turn runs', async ({ run }) => run()],
  ['a turn that has run comes again', async ({ run }) => (await run(), run())],
  [
    'a turn fails in each way, and is parked',
    async ({ run }) => {
      for (const cause of [new TypeError('secret'), Object.assign(new Error('secret'), { code: 'EPIPE' }), 'secret'])
        await run({ maxAttempts: 3, resume: fails(cause) })
    },
  ],
  [
    'a turn fails until its pauses are the longest, and then runs',
    async ({ run }) => {
      for (let made = 0; made < 2; made += 1)
        await run({ resume: fails(new Error('x')), backoff: { baseMs: 10, factor: 10, maxMs: 60 } })
      await run()
    },
  ],
  [
    'another node has the session, for long and not for long',
    async (here) => {
      await acquired(here.store, 's', { owner: 'b', ttlMs: 5_000 })
      await here.run()
      here.time += 4_900
      await here.run()
    },
  ],
  ['the node stops before it begins', async ({ run }) => run({}, AbortSignal.abort())],
  [
    'the node stops while it begins',
    async (here) => {
      const stopping = new AbortController()
      const { leases } = here.store
      const acquire: typeof leases.acquire = async (...args) => {
        stopping.abort(new DOMException('stop', 'AbortError'))
        return leases.acquire(...args)
      }
      const store = { ...here.store, leases: { ...leases, acquire }, now: () => here.time }
      await here.run({ store }, stopping.signal)
    },
  ],
  ['a dead node has left a turn behind', async (here) => (await leftBehind(here), here.run())],
  [
    'a dead node has left a turn behind, at its last attempt, or long ago',
    async (here) => {
      await leftBehind(here)
      await here.run({ maxAttempts: 1, resume: fails(new Error('x')) })
      await here.run({ maxAttempts: 1 })
    },
  ],
  [
    'a turn that is parked comes again',
    async ({ run }) => {
      await run({ maxAttempts: 1, resume: fails(new Error('x')) })
      await run()
    },
  ],
  [
    'a dead node has left a turn behind just within the grace',
    async (here) => {
      await leftBehind(here)
      here.time += 500
      await here.run({ graceMs: 500 })
    },
  ],
  [
    'a dead node has left a turn behind just beyond the grace',
    async (here) => {
      await leftBehind(here)
      here.time += 501
      await here.run({ graceMs: 500 })
    },
  ],
  [
    'the host completes, or interrupts, the turn by itself',
    async ({ run, store }) => {
      await run({
        resume: async ({ turn, lease }) => {
          await store.turns.advance('s', turn.turnID, 'interrupted', 'by host', { lease })
        },
      })
      await run({
        resume: async ({ turn, lease }) => {
          await store.turns.advance('s', turn.turnID, 'completed', 'by host', { lease })
          return 'ignored'
        },
      })
    },
  ],
  [
    'the host has ended the turn, and fails',
    async ({ run, store }) =>
      run({
        resume: async ({ turn, lease }) => {
          await store.turns.advance('s', turn.turnID, 'interrupted', 'by host', { lease })
          throw new Error('x')
        },
      }),
  ],
  [
    'the session is lost while the turn runs',
    async (here) => {
      await here.run({
        resume: async ({ signal, lease }) => {
          here.time += 60_000
          await acquired(here.store, 's', { owner: 'b', ttlMs: 60_000 })
          await lease.renew()
          here.lines.push(`aborted ${signal.aborted}`)
          return new Promise(() => undefined)
        },
      })
    },
  ],
  [
    'the session is lost when the turn is over',
    async (here) => {
      await here.run({
        resume: async () => {
          here.time += 60_000
          await acquired(here.store, 's', { owner: 'b', ttlMs: 60_000 })
        },
      })
    },
  ],
  [
    'the store cannot be read',
    async ({ run }) => run(),
    (store) => ({ ...store, turns: { ...store.turns, get: () => Promise.reject(new Error('away')) } }),
  ],
  [
    'the lease cannot be given back',
    async ({ run }) => run(),
    (store) => ({
      ...store,
      leases: {
        ...store.leases,
        acquire: async (...args) => {
          const taken = await store.leases.acquire(...args)
          return taken.held ? taken : Object.assign(taken, { release: () => Promise.reject(new Error('away')) })
        },
      },
    }),
  ],
  [
    'the store ends a job in its own transaction',
    async ({ run }) => run(),
    (store) => ({
      ...store,
      fenced: (async (sessionID: string, lease: Lease, work: (tx: unknown) => Promise<unknown>) =>
        work(`transaction of ${sessionID} for ${lease.sessionID}`)) as never,
    }),
  ],
]

test('what a node makes of a job is not what is on record', async () => {
  let record = ''
  for (const [title, tell, wrap] of scenes) {
    const here = ground(wrap)
    await tell(here)
    record += `# ${title}\n${here.lines.join('\n')}\n\n`
  }
  await expect(record).toMatchFileSnapshot('./jobs.txt')
})

describe('a history', () => {
  const attempt = { at: 1, node: 'n', turnID: 't', outcome: 'started' } as const
  const none: FleetHistory = { open: {}, parked: {}, recoveries: [] }

  test('of somebody else is taken for one', () => {
    for (const value of [null, 7, [], { open: [], parked: 7, recoveries: {} }, {}])
      expect(toHistory(value)).toEqual(none)
    const own = {
      open: { t: [attempt] },
      parked: { u: { at: 1, attempts: [] } },
      recoveries: [{ at: 1, turnID: 't', attempts: 2 }],
    }
    expect(toHistory(own)).toEqual(own)
  })

  test('says of an attempt that is over how it ended, or of one of another turn', () => {
    const started = withStarted(withStarted(none, 't', attempt), 't', { ...attempt, at: 2 })
    const ended = withOutcome(started, 't', 'failed', 'Error')
    expect(ended.open['t']).toEqual([attempt, { ...attempt, at: 2, outcome: 'failed', error: 'Error' }])
    expect(withOutcome(ended, 't', 'died')).toBe(ended)
    expect(withOutcome(ended, 'u', 'died')).toBe(ended)
  })

  test('counts a first attempt as a recovery, or keeps recoveries for ever', () => {
    const first = withStarted(none, 't', attempt)
    expect(withCompleted(first, 't', 9)).toEqual(none)
    let history = none
    for (let at = 0; at < 60; at += 1)
      history = withCompleted(withStarted(withStarted(history, `t${at}`, attempt), `t${at}`, attempt), `t${at}`, at)
    expect(history.recoveries.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, index) => index + 10))
    expect(history.recoveries[0]).toEqual({ at: 10, turnID: 't10', attempts: 2 })
  })
})

test('an option of a fleet has another default, or is taken although it cannot be meant', () => {
  const base = { store: createMemoryStore(), node: 'a', resume: async () => null }
  const {
    queue,
    store: _,
    resume,
    now,
    random,
    onLost,
    onError,
    ...rest
  } = resolveFleetOptions(base, createMemoryQueue)
  expect(rest).toEqual({
    node: 'a',
    concurrency: 4,
    maxAttempts: 5,
    stallMs: Infinity,
    graceMs: 86_400_000,
    leaseTtlMs: 30_000,
    heartbeatMs: 10_000,
    backoff: { baseMs: 1_000, factor: 2, maxMs: 60_000 },
  })
  expect([resume, now, random, typeof queue.work]).toEqual([base.resume, Date.now, Math.random, 'function'])
  expect([onLost({} as never), onError({})]).toEqual([undefined, undefined])
  const taken = (more: object): boolean => {
    try {
      resolveFleetOptions({ ...base, ...more }, createMemoryQueue)
      return true
    } catch {
      return false
    }
  }
  const good = [{ concurrency: 1, maxAttempts: 1, graceMs: 0 }, { backoff: { baseMs: 0, factor: 1, maxMs: 0 } }]
  expect(good.map(taken)).toEqual([true, true])
  const bad = [
    { maxAttempts: 0 },
    { stallMs: 0 },
    { heartbeatMs: 0 },
    { leaseTtlMs: -1 },
    { concurrency: Number.NaN },
    { queue: {} },
    { store: undefined },
    { resume: 7 },
    { node: 7 },
    { heartbeatMs: 30_000 },
  ]
  expect(bad.map(taken)).toEqual(bad.map(() => false))
})

describe('a heartbeat', () => {
  test('goes on without progress, or ends with it, or with a failure', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const renew = vi.fn<() => Promise<boolean>>(() => Promise.reject(new Error('away')))
    const heartbeat = new Heartbeat({ lease: { renew } as unknown as Lease, everyMs: 100, stallMs: 300 })
    vi.advanceTimersByTime(250)
    expect(renew).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(250)
    expect(renew).toHaveBeenCalledTimes(2)
    heartbeat.progress()
    vi.advanceTimersByTime(100)
    expect(renew).toHaveBeenCalledTimes(3)
    heartbeat.stop()
    vi.advanceTimersByTime(1_000)
    expect(renew).toHaveBeenCalledTimes(3)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a queue that is asked', () => {
  const faked = (): void =>
    void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] })

  test('fetches more than may run, too often, or not when a job has ended', async () => {
    faked()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const asked: number[] = []
    const ends: (() => void)[] = []
    const extended: string[][] = []
    const errors: unknown[] = []
    const jobs = ['1', '2', '3'].map((id) => ({ ...job, id }))
    const polling = pollJobs(
      {
        pollMs: 100,
        async fetch(count) {
          asked.push(count)
          if (asked.length === 5) throw new Error('away')
          return jobs.splice(0, count)
        },
        async extend(running) {
          extended.push(running.map(({ id }) => id))
          throw new Error('not extended')
        },
      },
      () => new Promise<void>((resolve) => void ends.push(resolve)),
      { node: 'a', concurrency: 2, claimMs: 300, onError: (cause) => void errors.push(cause) },
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual([2])
    await vi.advanceTimersByTimeAsync(250)
    // Nothing is free.
    expect([asked, extended]).toEqual([
      [2],
      [
        ['1', '2'],
        ['1', '2'],
      ],
    ])
    ends[0]!()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toEqual([2, 1])
    ends[1]!()
    ends[2]!()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.slice(2)).toEqual([2])
    await vi.advanceTimersByTimeAsync(99)
    expect(asked).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(4)
    polling.wake()
    await vi.advanceTimersByTimeAsync(0)
    expect(asked).toHaveLength(5)
    expect(errors.map(String)).toEqual(['Error: not extended', 'Error: not extended', 'Error: away'])
    await polling.stop()
    expect(vi.getTimerCount()).toBe(0)
    vi.restoreAllMocks()
  })

  test('of the memory gives a job to two, loses one, or takes an end from who has it no longer', async () => {
    faked()
    const queue = createMemoryQueue()
    await queue.send({ sessionID: 's', turnID: 'one', input: { deep: 1 } })
    await queue.send({ sessionID: 's', turnID: 'one', input: { deep: 2 } })
    await queue.send({ sessionID: 's', turnID: 'two' })
    await queue.send({ sessionID: 't', turnID: 'one' })
    const seen: ClaimedJob[] = []
    const options = { node: 'a', concurrency: 9, claimMs: 1_000, onError: () => expect.unreachable() }
    const working = queue.work(async (claimed) => void seen.push(claimed), options)
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.map(({ sessionID, turnID, id }) => `${sessionID} ${turnID} ${id}`)).toEqual([
      's one 1',
      's two 2',
      't one 3',
    ])
    expect(seen[0]!.input).toEqual({ deep: 1 })
    expect(new Set(seen.map(({ claim }) => claim)).size).toBe(3)
    expect(await queue.complete(seen[0]!)).toBe(true)
    expect(await queue.complete(seen[0]!)).toBe(false)
    expect(await queue.fail(seen[1]!, { park: true, reason: 'x' })).toBe(true)
    expect(await queue.fail(seen[1]!, { park: true, reason: 'x' })).toBe(false)
    expect(await queue.fail(seen[2]!, { retryInMs: 5_000, reason: 'x' })).toBe(true)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(seen).toHaveLength(3)
    await vi.advanceTimersByTimeAsync(200)
    // Its claim lapses, since nobody works on it any more.
    await vi.advanceTimersByTimeAsync(1_100)
    expect(seen.slice(3).map(({ id }) => id)).toEqual(['3', '3'])
    expect(await queue.complete(seen[3]!)).toBe(false)
    await queue.send({ sessionID: 'u', turnID: 'at once' })
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.at(-1)!.sessionID).toBe('u')
    await working.stop()
    await queue.send({ sessionID: 'v', turnID: 'after' })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen.at(-1)!.sessionID).toBe('u')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of the memory lets the claim of a job lapse that runs', async () => {
    faked()
    const queue = createMemoryQueue()
    await queue.send({ sessionID: 's', turnID: 'one' })
    const seen: ClaimedJob[] = []
    const end = Promise.withResolvers<void>()
    const handle = (claimed: ClaimedJob): Promise<void> => (seen.push(claimed), end.promise)
    const working = queue.work(handle, {
      node: 'a',
      concurrency: 2,
      claimMs: 1_000,
      onError: () => expect.unreachable(),
    })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(seen).toHaveLength(1)
    expect(await queue.complete(seen[0]!)).toBe(true)
    end.resolve()
    await working.stop()
  })
})

test('the page of a fleet is not what is on record', async () => {
  const attempts = [
    { at: 1, node: 'n', turnID: 'bad', outcome: 'failed', error: 'TypeError' },
    { at: 2, node: 'm', turnID: 'bad~2', outcome: 'died' },
  ] as const
  const busy = { sessionID: 'a&"b', updatedAt: 1_000, messages: 3, owner: 'n', until: 61_000 }
  const overview = {
    at: 3_600_000,
    total: 7,
    sessions: [
      {
        ...busy,
        pending: [
          { turnID: 't', state: 'submitted', since: 5 },
          { turnID: 'u', state: 'worker_started', since: 6 },
        ],
      },
      { sessionID: 'idle', updatedAt: 2_000, messages: 0, owner: null, until: null, pending: [] },
    ],
    interrupted: [{ sessionID: 'i', turnID: 'j', since: 7_000 }],
    parked: [{ sessionID: 's', turnID: 'bad', at: 8_000, attempts }],
    recoveries: [0, 1, 3, 4].map((count, index) => ({ hour: index * 3_600_000, count })),
  }
  const none = { ...overview, sessions: [], interrupted: [], parked: [], recoveries: [] }
  const pages = [
    fleetPage(overview, { nonce: 'once', mayRetry: true }),
    fleetPage(overview, { nonce: 'once', mayRetry: false }),
    fleetPage(none, { nonce: 'twice', mayRetry: true }),
  ]
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot('./page.txt')
})
