import { expect, test } from 'vitest'
import { loadHistory } from '../../src/fleet/fleet-history.ts'
import { type FleetOptions, resolveFleetOptions } from '../../src/fleet/fleet-options.ts'
import type { ClaimedJob, FleetQueue } from '../../src/fleet/fleet-queue.ts'
import { createMemoryQueue } from '../../src/fleet/queues/create-memory-queue.ts'
import { runJob } from '../../src/fleet/run-job.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'

const job: ClaimedJob = { sessionID: 's', turnID: 'one', input: 'hi', id: '1', claim: 'c' }
const away = (): Promise<never> => Promise.reject(new Error('Connection terminated'))

/** One attempt while the queue cannot end its job, and what is kept of the session after it. */
async function whileAway(options: Pick<FleetOptions, 'resume' | 'maxAttempts'>): Promise<unknown> {
  const store = createMemoryStore()
  const queue = { complete: away, fail: away, work: () => undefined } as unknown as FleetQueue
  const causes: unknown[] = []
  const onError = (cause: unknown): void => void causes.push(cause)
  const given = { store, queue, node: 'a', onError, ...options }
  await runJob(job, resolveFleetOptions(given, createMemoryQueue), new AbortController().signal)
  expect(causes).toContainEqual(new Error('Connection terminated'))
  const { open, parked } = await loadHistory(store, 's')
  return { made: (open['one'] ?? []).map(({ outcome }) => outcome), parked: Object.keys(parked) }
}

test('a failed attempt counts twice, because the queue was away when it had failed', async () => {
  const resume = (): Promise<never> => Promise.reject(new Error('x'))
  expect(await whileAway({ maxAttempts: 3, resume })).toEqual({ made: ['failed'], parked: [] })
  expect(await whileAway({ maxAttempts: 2, resume })).toEqual({ made: ['failed'], parked: [] })
})

test('a turn that is done is parked, because the queue was away when it was', async () => {
  const resume = async (): Promise<string> => 'done'
  expect(await whileAway({ maxAttempts: 1, resume })).toEqual({ made: [], parked: [] })
  expect(await whileAway({ maxAttempts: 3, resume })).toEqual({ made: [], parked: [] })
})

test('a repair that came to its end counts, because the store was away when the turn was to be interrupted', async () => {
  const store = createMemoryStore()
  const dead = await acquired(store, 's', { owner: 'dead', ttlMs: 60_000 })
  await store.turns.begin('s', { turnID: 'one', input: 'hi' })
  await store.turns.advance('s', 'one', 'worker_started', { node: 'dead' }, { lease: dead })
  await dead.release()
  let isAway = false
  const advance: typeof store.turns.advance = (...given) =>
    isAway ? Promise.reject(new StoreError({ code: 'unreachable', message: 'away' })) : store.turns.advance(...given)
  const recoverStored = async (): Promise<never> => ((isAway = true), { status: 'recovered' } as never)
  const options = {
    store: { ...store, turns: { ...store.turns, advance } },
    queue: createMemoryQueue(),
    node: 'a',
    onError: () => undefined,
    recover: { recoverStored },
    resume: async () => 'done',
  }
  await runJob(job, resolveFleetOptions(options, createMemoryQueue), new AbortController().signal)
  expect(isAway).toBe(true)
  expect((await loadHistory(store, 's')).open).toEqual({})
})
