import { expect, test } from 'vitest'
import type { Execute } from '../../src/storage/over/execute.ts'
import { OwnLease } from '../../src/storage/over/own-lease.ts'

function leaseOver(execute: () => Promise<unknown>): OwnLease {
  const init = { sessionID: 's', owner: 'a', token: 1, ttlMs: 1000, now: () => 10_000 }
  return new OwnLease({ ...init, execute: execute as unknown as Execute }, 11_000)
}

test('a lease that is released while it is renewed says that it is held', async () => {
  const answer = Promise.withResolvers<unknown>()
  const lease = leaseOver(() => answer.promise)
  const renewed = lease.renew()
  const released = lease.release()
  answer.resolve({ expiresAt: 12_000 })
  await released
  expect([await renewed, lease.lost.aborted, lease.expiresAt]).toEqual([false, true, 11_000])
})

test('a lease that is over although it was renewed twice says that it is held', async () => {
  const lease = leaseOver(async () => ({ expiresAt: 9_000 }))
  expect([await lease.renew(), lease.lost.aborted]).toEqual([false, true])
})

test('a lease that is renewed is over', async () => {
  const lease = leaseOver(async () => ({ expiresAt: 12_000 }))
  expect([await lease.renew(), lease.lost.aborted, lease.expiresAt]).toEqual([true, false, 12_000])
  await lease.release()
})
