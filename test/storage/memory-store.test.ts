import { describe, expect, test } from 'vitest'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { memoryBackend } from '../../src/storage/memory/memory-backend.ts'
import type { SessionRow } from '../../src/storage/rows.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { acquired } from '../../src/testing/contracts/store-cases/store-case.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'

const message = (length: number): { raw: unknown } => ({
  raw: { role: 'user', content: 'x'.repeat(length) },
})

const ids = async (store: SessionStore): Promise<string[]> =>
  (await store.messages.list()).map(({ sessionID }) => sessionID).sort()

describe('the memory store', () => {
  test('more sessions than allowed are kept, or not the oldest one goes', async () => {
    const store = createMemoryStore({ maxSessions: 2 })
    await store.messages.append('a', [message(1)])
    await store.messages.append('b', [message(1)])
    await store.messages.load('a')
    await store.messages.append('c', [message(1)])
    expect(await ids(store)).toEqual(['a', 'c'])
    expect(await store.messages.load('b')).toBeNull()
  })

  test('an evicted session is still found by its prefix, or an old revision fits its successor', async () => {
    const store = createMemoryStore({ maxSessions: 1 })
    const revision = await store.messages.append('a', [message(1)])
    await store.messages.append('b', [message(2)])
    expect(await store.messages.findByPrefix(prefixDigests([message(1).raw]))).toBeNull()
    await store.messages.append('a', [message(3)])
    await expect(store.messages.append('a', [message(4)], { expect: revision })).rejects.toMatchObject({
      code: 'stale_revision',
    })
  })

  test('to look for the forks of a conversation counts as a use of all of them', async () => {
    const store = createMemoryStore({ maxSessions: 3 })
    await store.messages.append('fork 1', [message(1), message(2)])
    await store.messages.append('other', [message(9)])
    await store.messages.append('fork 2', [message(1), message(3)])
    await store.messages.findByPrefix(prefixDigests([message(1).raw]))
    await store.messages.append('new', [message(4)])
    expect(await ids(store)).toEqual(['fork 2', 'new', 'other'])
  })

  test('more text than allowed is kept', async () => {
    const store = createMemoryStore({ maxSize: 10_000 })
    for (const id of ['a', 'b', 'c', 'd']) await store.messages.append(id, [message(3000)])
    expect(await ids(store)).toEqual(['c', 'd'])
  })

  test('a session under a lease is evicted (I9)', async () => {
    const clock = { now: 0 }
    const store = createMemoryStore({ maxSessions: 2, maxSize: 10_000, now: () => clock.now })
    await store.messages.append('held', [message(3000)])
    const lease = await acquired(store, 'held', { ttlMs: 100 })
    await acquired(store, 'new', { ttlMs: 100 })
    await store.messages.append('new', [message(3000)])
    for (const id of ['a', 'b', 'c']) await store.messages.append(id, [message(3000)])
    await store.messages.append('held', [message(1)])
    await store.parts.record('held', { callId: 'c', status: 'pending' })
    expect(await ids(store)).toEqual(['b', 'c', 'held', 'new'])
    await lease.release()
    await store.messages.append('d', [message(10)])
    expect(await ids(store)).toEqual(['d', 'held', 'new'])
  })

  test('a session whose holder died is never evicted again', async () => {
    const clock = { now: 0 }
    const store = createMemoryStore({ maxSessions: 1, now: () => clock.now })
    await store.messages.append('held', [message(1)])
    await store.leases.acquire('held', { ttlMs: 100 })
    await store.messages.append('a', [message(1)])
    expect(await ids(store)).toEqual(['a', 'held'])
    clock.now = 100
    await store.leases.acquire('a', { ttlMs: 100 })
    await store.messages.append('b', [message(1)])
    expect(await ids(store)).toEqual(['a', 'b'])
  })

  test('the token of a lease is given twice when many others have ended since (I9)', async () => {
    const clock = { now: 0 }
    const store = createMemoryStore({ now: () => clock.now })
    const expired = async (sessionID: string): Promise<number> => {
      const { token } = await acquired(store, sessionID, { ttlMs: 1 })
      clock.now += 1
      return token
    }
    const tokens = [await expired('s'), await expired('s')]
    const held = await acquired(store, 'held', { ttlMs: 1_000_000 })
    for (let other = 0; other < 10_000; other += 1) await expired(`other ${other}`)
    expect(await expired('s')).toBeGreaterThan(Math.max(...tokens))
    expect([await held.renew(), await store.leases.holder('held')]).toMatchObject([true, { by: 'unnamed' }])
    // What is kept of so many is one number.
    expect(await expired('new')).toBeGreaterThan(Math.max(...tokens))
  })

  test('a session that was removed comes back with its revisions when many others were removed since (I14)', async () => {
    const backend = memoryBackend({ maxSessions: 10, maxSize: 10_000 }, () => 0)
    const removed = (sessionID: string, revision: number): Promise<unknown> =>
      backend.run({ sessionID }, () => ({
        changes: [
          {
            type: 'session_removed',
            sessionID,
            session: { revision: 0, floor: revision } as SessionRow,
          },
        ],
        result: null,
      }))
    await removed('s', 7)
    for (let other = 0; other < 10_000; other += 1) await removed(`other ${other}`, 1)
    const { floors, session } = await backend.load({ sessionID: 's' })
    expect([session, floors.revision]).toEqual([null, 7])
  })

  test('a session that is too large is evicted in silence, or changed in part', async () => {
    const store = createMemoryStore({ maxSize: 10_000 })
    await store.messages.append('s', [message(5000)])
    const before = await store.messages.load('s')
    const tooLarge = { code: 'too_large', sessionID: 's' }
    await expect(store.messages.append('s', [message(1), message(5000)])).rejects.toMatchObject(tooLarge)
    const edits = [{ op: 'insert', index: 0, after: message(5000).raw, because: [], loss: 'none' }] as const
    await expect(store.transact('s', edits, { expect: before!.revision })).rejects.toMatchObject(tooLarge)
    await expect(
      store.parts.record('s', { callId: 'c', status: 'completed', output: 'x'.repeat(6000) }),
    ).rejects.toMatchObject(tooLarge)
    await expect(store.state.set('s', 'k', 'x'.repeat(6000))).rejects.toMatchObject(tooLarge)
    expect(await store.messages.load('s')).toEqual(before)
    expect(await store.parts.list('s')).toEqual([])
    await expect(store.messages.append('new', [message(20_000)])).rejects.toMatchObject({
      code: 'too_large',
    })
    expect(await ids(store)).toEqual(['s'])
  })

  test('text that was overwritten or replaced still counts', async () => {
    const store = createMemoryStore({ maxSize: 10_000 })
    let revision = await store.messages.append('s', [message(2000)])
    const { turnID } = await store.turns.begin('s')
    for (let round = 0; round < 20; round += 1) {
      revision = await store.messages.replace('s', [message(2000 + round)], { expect: revision })
      await store.state.set('s', 'k', 'x'.repeat(1000))
      await store.messages.setStanding('s', { request: { system: 'x'.repeat(1000) }, betas: [] })
      await store.turns.advance('s', turnID, 'worker_started', `${round}`.padEnd(1000, 'x'))
      await store.parts.record('s', { callId: 'c', status: 'running', input: 'x'.repeat(1000) })
    }
    expect((await store.messages.load('s'))?.revision).toBe(revision)
  })

  test('a lease is refused because there is no room for a text', async () => {
    const store = createMemoryStore({ maxSize: 1 })
    expect((await acquired(store, 's', { ttlMs: 10 })).token).toBe(1)
    await expect(store.messages.append('s', [message(1)])).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('limits that are no whole numbers are accepted', () => {
    for (const limit of [0, -1, 1.5, Number.NaN, Infinity]) {
      expect(() => createMemoryStore({ maxSessions: limit })).toThrow('a whole number from 1')
      expect(() => createMemoryStore({ maxSize: limit })).toThrow('a whole number from 1')
    }
  })
})
