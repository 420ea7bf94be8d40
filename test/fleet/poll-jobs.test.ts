import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ClaimedJob } from '../../src/fleet/fleet-queue.ts'
import { createPgBossQueue, type PgBossLike } from '../../src/fleet/queues/create-pg-boss-queue.ts'
import { createMemoryQueue } from '../../src/fleet/queues/create-memory-queue.ts'
import { pollJobs } from '../../src/fleet/queues/poll-jobs.ts'

const job: ClaimedJob = { sessionID: 's', turnID: 'one', input: 'hi', id: '1', claim: 'c' }

afterEach(() => void vi.useRealTimers())

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

  test('waits although it was woken, or a job has ended, while it was asked', async () => {
    faked()
    const asked: number[] = []
    const from = performance.now()
    const late = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 10))
    const polling = pollJobs(
      {
        pollMs: 100,
        async fetch() {
          asked.push(performance.now() - from)
          await late()
          if (asked.length === 1) polling.wake()
          return asked.length === 2 ? [job] : []
        },
      },
      async () => undefined,
      { node: 'a', concurrency: 1, claimMs: 1000, onError: () => undefined },
    )
    await vi.advanceTimersByTimeAsync(35)
    expect(asked).toEqual([0, 10, 20])
    await polling.stop()
  })

  test('is asked as often as ever while it cannot be, or late when it can be again', async () => {
    faked()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
    const asked: number[] = []
    const from = performance.now()
    let isAway = true
    const polling = pollJobs(
      {
        pollMs: 100,
        async fetch() {
          asked.push(performance.now() - from)
          if (isAway) throw new Error('away')
          return []
        },
      },
      async () => undefined,
      { node: 'a', concurrency: 1, claimMs: 300, onError: () => undefined },
    )
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(asked.slice(0, 9)).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 22_600, 32_600])
    expect(asked.length).toBeLessThan(370)
    isAway = false
    await vi.advanceTimersByTimeAsync(10_000)
    asked.splice(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked.length).toBeGreaterThanOrEqual(9)
    await polling.stop()
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

  test('of pg-boss is asked otherwise, or believes what it was not told', async () => {
    faked()
    const calls: unknown[][] = []
    let affected = 1
    let created = 0
    const told =
      (name: string) =>
      async (...args: readonly unknown[]): Promise<{ affected: number }> => (calls.push([name, ...args]), { affected })
    const boss = {
      async createQueue(name: string) {
        calls.push(['create', name])
        created += 1
        if (created === 1) throw new Error('away')
      },
      send: async (...args: readonly unknown[]) => (calls.push(['send', ...args]), '8'),
      touch: told('touch'),
      complete: told('complete'),
      cancel: told('cancel'),
      fetch: async (...args: readonly unknown[]) => {
        calls.push(['fetch', ...args])
        return [{ id: '7', data: { sessionID: 's', turnID: 'one', input: 'hi' } }]
      },
    } as unknown as PgBossLike
    const queue = createPgBossQueue(boss)
    const name = 'session-recovery'
    const data = { sessionID: 's', turnID: 'one', input: 'hi', tools: undefined }
    const always = { retryLimit: 1_000_000, heartbeatSeconds: 30, expireInSeconds: 82_800 }
    await expect(queue.send(job)).rejects.toThrow('away')
    await queue.send(job)
    expect(calls.splice(0)).toEqual([
      ['create', name],
      ['create', name],
      ['send', name, data, { ...always, startAfter: 0 }],
    ])
    expect(await queue.complete(job)).toBe(true)
    expect(await queue.fail(job, { park: true, reason: 'x' })).toBe(true)
    expect(await queue.fail(job, { retryInMs: 1_001, reason: 'x' })).toBe(true)
    const statements: unknown[] = []
    const tx = { query: async (query: object) => (statements.push(query), { rows: [1] }) }
    expect(await queue.fail(job, { retryInMs: 0, reason: 'x' }, tx)).toBe(true)
    const db = { executeSql: expect.any(Function) as unknown }
    expect(calls.splice(0)).toEqual([
      ['complete', name, '1', null, undefined],
      ['cancel', name, '1', undefined],
      // The next job stands before this one ends.
      ['send', name, data, { ...always, startAfter: 2 }],
      ['complete', name, '1', null, undefined],
      ['send', name, data, { ...always, startAfter: 0, db }],
      ['complete', name, '1', null, { db }],
    ])
    await queue.complete(job, tx)
    const [[, , , , inside] = []] = calls.splice(0) as [
      string,
      string,
      string,
      null,
      { db: Parameters<PgBossLike['complete']>[3] }['db'],
    ][]
    expect(await inside?.db?.executeSql('SELECT $1', [7])).toEqual({ rows: [1] })
    expect(await inside?.db?.executeSql('SELECT')).toEqual({ rows: [1] })
    expect(statements).toEqual([
      { text: 'SELECT $1', values: [7] },
      { text: 'SELECT', values: [] },
    ])
    affected = 0
    expect(await queue.complete(job)).toBe(false)
    expect(await queue.fail(job, { retryInMs: 0, reason: 'x' })).toBe(false)
    // Nothing was ended: what was sent for it goes.
    expect(calls.splice(0).map(([verb, , id]) => [verb, id])).toEqual([
      ['complete', '1'],
      ['send', data],
      ['complete', '1'],
      ['cancel', '8'],
    ])
    const cancelled = Promise.withResolvers<object>()
    boss.cancel = () => cancelled.promise
    let isOver = false
    const failed = queue.fail(job, { retryInMs: 0, reason: 'x' }).finally(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(1)
    expect(isOver).toBe(false)
    cancelled.resolve({ affected: 1 })
    expect(await failed).toBe(false)
    calls.length = 0

    const ends: (() => void)[] = []
    const seen: ClaimedJob[] = []
    const handle = (claimed: ClaimedJob): Promise<void> => (
      seen.push(claimed),
      new Promise((end) => void ends.push(end))
    )
    const onError = (): never => expect.unreachable()
    const working = queue.work(handle, { node: 'a', concurrency: 1, claimMs: 3_000, onError })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen).toEqual([{ ...job, id: '7', claim: '7' }])
    expect(calls).toEqual([
      ['fetch', name, { batchSize: 1 }],
      ['touch', name, ['7']],
    ])
    const stopped = working.stop()
    ends[0]!()
    await stopped
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
