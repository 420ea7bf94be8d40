import { afterEach, describe, expect, test, vi } from 'vitest'
import type { FleetHistory } from '../../src/fleet/fleet-history.ts'
import {
  attemptsAt,
  toHistory,
  withCompleted,
  withOutcome,
  withoutParked,
  withParked,
  withStarted,
} from '../../src/fleet/fleet-history.ts'
import { resolveFleetOptions } from '../../src/fleet/fleet-options.ts'
import { Heartbeat } from '../../src/fleet/heartbeat.ts'
import { createMemoryQueue } from '../../src/fleet/queues/create-memory-queue.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { Lease } from '../../src/storage/lease.ts'

afterEach(() => void vi.useRealTimers())

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

  test('forgets the other turns of the session when one fails, is done, is given up or is tried again', () => {
    const two = withStarted(withStarted(none, 't', attempt), 'u', attempt)
    expect(withOutcome(two, 't', 'died').open).toEqual({ t: [{ ...attempt, outcome: 'died' }], u: [attempt] })
    expect(withCompleted(two, 't', 9).open).toEqual({ u: [attempt] })
    const given = withParked(withParked(two, 't', 8), 'u', 9)
    expect(given).toEqual({ ...none, parked: { t: { at: 8, attempts: [attempt] }, u: { at: 9, attempts: [attempt] } } })
    expect(withoutParked(given, 't').parked).toEqual({ u: { at: 9, attempts: [attempt] } })
  })

  test.each(['constructor', 'toString', '__proto__'])(
    'counts what all objects have as attempts at a turn called %s',
    (id) => {
      expect(attemptsAt(none, id)).toEqual([])
      expect(withOutcome(none, id, 'died')).toBe(none)
      const started = withStarted(none, id, attempt)
      expect(attemptsAt(started, id)).toEqual([attempt])
      expect(attemptsAt(withOutcome(started, id, 'died'), id)).toEqual([{ ...attempt, outcome: 'died' }])
      expect(withCompleted(started, id, 9)).toEqual(none)
      const parked = withParked(started, id, 9)
      expect(Object.entries(parked.parked)).toEqual([[id, { at: 9, attempts: [attempt] }]])
      expect(withoutParked(parked, id)).toEqual(none)
      expect(withParked(none, id, 9).parked[id]).toEqual({ at: 9, attempts: [] })
    },
  )

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
  const fails = (): never => {
    throw new Error('no more')
  }
  const failing = resolveFleetOptions({ ...base, onLost: fails, onError: fails }, createMemoryQueue)
  expect([failing.onLost({} as never), failing.onError({})]).toEqual([undefined, undefined])
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
  test('goes on without progress, or ends with it, or with a failure that nobody is told of', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const renew = vi.fn<() => Promise<boolean>>(() => Promise.reject(new Error('away')))
    const onError = vi.fn<(cause: unknown) => void>()
    const heartbeat = new Heartbeat({ lease: { renew } as unknown as Lease, everyMs: 100, stallMs: 300, onError })
    await vi.advanceTimersByTimeAsync(250)
    expect(onError.mock.calls).toEqual([[new Error('away')], [new Error('away')]])
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
