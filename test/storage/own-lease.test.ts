import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMemoryStore, type Lease, type SessionStore } from '../../src/index.ts'
import { OwnLease } from '../../src/storage/over/own-lease.ts'

const day = 86_400_000
let store: SessionStore

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  store = createMemoryStore()
})
afterEach(() => void vi.useRealTimers())

async function acquired(ttlMs: number): Promise<Lease> {
  const lease = await store.leases.acquire('s', { ttlMs, owner: 'me' })
  if (lease.held) throw new Error('Somebody else has it.')
  return lease
}

test.each([1, 300, 100 * day])('a lease of %i ms is lost too early, or its loss is not told', async (ttlMs) => {
  const lease = await acquired(ttlMs)
  await vi.advanceTimersByTimeAsync(ttlMs - 1)
  expect([lease.lost.aborted, lease.expiresAt - Date.now()]).toEqual([false, 1])
  await vi.advanceTimersByTimeAsync(1)
  expect([lease.lost.aborted, await lease.renew()]).toEqual([true, false])
})

test('a renewed lease is lost at its former end, or lasts for another time than was asked for', async () => {
  const lease = await acquired(300)
  await vi.advanceTimersByTimeAsync(200)
  expect(await lease.renew()).toBe(true)
  await vi.advanceTimersByTimeAsync(299)
  expect(lease.lost.aborted).toBe(false)
  expect(await lease.renew(50)).toBe(true)
  // Each renewal would leave a timer behind.
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(49)
  expect(lease.lost.aborted).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(lease.lost.aborted).toBe(true)
})

test('a lease that was given back, or ended elsewhere, is renewed', async () => {
  const first = await acquired(300)
  await first[Symbol.asyncDispose]()
  expect(vi.getTimerCount()).toBe(0)
  expect([first.lost.aborted, await first.renew()]).toEqual([true, false])
  expect(await store.leases.holder('s')).toBeNull()
  const second = await acquired(300)
  await store.messages.append('s', [{ raw: 'a' }])
  await store.messages.remove('s')
  expect([second.lost.aborted, await second.renew(), second.lost.aborted]).toEqual([false, false, true])
})

test.each<[string, (lease: OwnLease) => Promise<void>]>([
  ['by its owner', (lease) => lease.release()],
  ['at the end of its block', (lease) => lease[Symbol.asyncDispose]()],
])('a lease is told to be given back %s before it is, or its timer keeps a process alive', async (_, release) => {
  const started = vi.spyOn(globalThis, 'setTimeout')
  let isDone = false
  const execute = async (): Promise<never> => {
    await new Promise(setImmediate)
    isDone = true
    return undefined as never
  }
  const lease = new OwnLease(
    { sessionID: 's', owner: 'me', token: 1, ttlMs: 300, execute, now: Date.now },
    Date.now() + 300,
  )
  expect(started.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false])
  started.mockRestore()
  await release(lease)
  expect(isDone).toBe(true)
})
