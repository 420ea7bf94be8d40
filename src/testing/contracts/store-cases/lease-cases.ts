import assert from 'node:assert/strict'
import { acquired, rejectsWith, type StoreCase, user } from './store-case.ts'

/** The longest duration of a lease: a leap year. */
const longestMs = 366 * 86_400_000

export const leaseCases: readonly StoreCase[] = [
  {
    title: 'two recoveries hold one session at the same time (I9)',
    async run(store) {
      const leases = await Promise.all(
        [1, 2, 3, 4].map(() => store.leases.acquire('s', { ttlMs: 1000, owner: 'same' })),
      )
      assert.equal(leases.filter(({ held }) => held === undefined).length, 1)
      await acquired(store, 'other', { ttlMs: 1000 })
    },
  },
  {
    title: 'a released lease keeps the session locked',
    async run(store) {
      const lease = await acquired(store, 's', { ttlMs: 1000, owner: 'one' })
      assert.equal(lease.owner, 'one')
      assert.equal(lease.sessionID, 's')
      await lease.release()
      await lease.release()
      const next = await acquired(store, 's', { ttlMs: 1000 })
      assert.ok(next.token > lease.token)
      await next[Symbol.asyncDispose]()
      await acquired(store, 's', { ttlMs: 1000 })
    },
  },
  {
    title: 'a lease ends too early, or never',
    async run(store, clock) {
      clock.now = 1000
      const lease = await acquired(store, 's', { ttlMs: 50 })
      assert.equal(lease.expiresAt, 1050)
      clock.now = 1049
      assert.equal((await store.leases.acquire('s', { ttlMs: 50 })).held, true)
      assert.equal(await lease.renew(), true)
      assert.equal(lease.expiresAt, 1099)
      clock.now = 1098
      assert.equal((await store.leases.acquire('s', { ttlMs: 50 })).held, true)
      clock.now = 1099
      const next = await acquired(store, 's', { ttlMs: 50 })
      assert.ok(next.token > lease.token)
    },
  },
  {
    title: 'who asks for a session that is held is told of another holder, or of another time (I15)',
    async run(store, clock) {
      clock.now = 1000
      await acquired(store, 's', { ttlMs: 50, owner: 'one' })
      const held = { held: true, by: 'one', until: 1050 }
      assert.deepEqual(await store.leases.acquire('s', { ttlMs: 70, owner: 'two' }), held)
      assert.deepEqual(await store.leases.holder('s'), held)
    },
  },
  {
    title: 'a holder that was too slow renews, releases or writes under the lease of its successor',
    async run(store, clock) {
      const revision = await store.messages.append('s', [user('a')])
      const slow = await acquired(store, 's', { ttlMs: 50 })
      clock.now += 50
      const next = await acquired(store, 's', { ttlMs: 50 })
      assert.equal(await slow.renew(), false)
      await slow.release()
      assert.equal((await store.leases.acquire('s', { ttlMs: 50 })).held, true)
      const edits = [{ op: 'remove', index: 0, before: user('a').raw, because: [], loss: 'none' }] as const
      await assert.rejects(store.transact('s', edits, { expect: revision, lease: slow }), rejectsWith('lease_lost'))
      await store.transact('s', edits, { expect: revision, lease: next })
      await next.release()
      await assert.rejects(store.transact('s', [], { expect: revision, lease: next }), rejectsWith('lease_lost'))
    },
  },
  {
    title: 'a lease without a real time limit is given',
    async run(store) {
      const lease = await acquired(store, 'renewed', { ttlMs: 1000 })
      for (const ttlMs of [0, -1, Number.NaN, Infinity, longestMs + 1, 1e20]) {
        await assert.rejects(store.leases.acquire('s', { ttlMs }), rejectsWith('invalid_value'))
        await assert.rejects(lease.renew(ttlMs), rejectsWith('invalid_value'))
      }
      assert.equal(await lease.renew(), true)
    },
  },
  {
    title:
      'a time limit with a fraction, or one without end in sight, makes a row that cannot be read, or ends too early',
    async run(store, clock) {
      clock.now = 1000.25
      for (const [ttlMs, until] of [
        [0.5, 1001],
        [1000.7, 2001],
        [longestMs, 1000 + longestMs],
      ] as const) {
        const sessionID = `for ${ttlMs}`
        const lease = await acquired(store, sessionID, { ttlMs })
        assert.equal(lease.expiresAt, until)
        assert.equal(await lease.renew(ttlMs), true)
        assert.equal((await store.leases.holder(sessionID))?.until, until)
        await store.messages.append(sessionID, [user('a')], { lease })
        await store.state.set(sessionID, 'k', 1, { ttlMs })
        assert.deepEqual(await store.state.list(sessionID), [{ key: 'k', value: 1, updatedAt: 1000, expiresAt: until }])
      }
      await store.messages.append('for ever', [user('a')])
      await store.state.set('for ever', 'k', 1, { ttlMs: 1e20 })
      assert.equal((await store.state.list('for ever'))[0]?.expiresAt, 8.64e15)
    },
  },
  {
    title: 'a lease that was taken while the clock was years ahead holds for years, or its holder still writes (I15)',
    async run(store, clock) {
      clock.now = 1000 + 1000 * longestMs
      const ahead = await acquired(store, 's', { ttlMs: 1000, owner: 'ahead' })
      const renewed = await acquired(store, 'renewed', { ttlMs: 1000, owner: 'ahead' })
      clock.now = 1000
      // A living holder corrects its lease with the next renewal; a dead one does not.
      assert.equal(await renewed.renew(), true)
      assert.equal((await store.leases.holder('renewed'))?.until, 2000)
      assert.equal(await store.leases.holder('s'), null)
      const next = await acquired(store, 's', { ttlMs: 1000, owner: 'next' })
      assert.ok(next.token > ahead.token)
      await assert.rejects(store.messages.append('s', [user('a')], { lease: ahead }), rejectsWith('lease_lost'))
      assert.equal(await ahead.renew(), false)
      await store.messages.append('s', [user('a')], { lease: next })
      // The longest duration is still allowed.
      clock.now += longestMs
      await acquired(store, 'edge', { ttlMs: longestMs })
      assert.equal((await store.leases.acquire('edge', { ttlMs: 1000 })).held, true)
      clock.now -= 1
      await acquired(store, 'edge', { ttlMs: 1000 })
    },
  },
  {
    title: 'a fault is tried twice on one rung (I9)',
    async run(store) {
      const attempts = await Promise.all([1, 2, 3].map(() => store.attempts.take('s', 'fault', 'targeted')))
      assert.deepEqual(attempts, [true, false, false])
      assert.equal(await store.attempts.take('s', 'fault', 'turn'), true)
      assert.equal(await store.attempts.take('s', 'other', 'targeted'), true)
      assert.equal(await store.attempts.take('t', 'fault', 'targeted'), true)
      assert.equal(await store.attempts.take('s', 'fault', 1), true)
      assert.equal(await store.attempts.take('s', 'fault', '1'), false)
      await store.attempts.clear('s')
      await store.attempts.clear('none')
      assert.equal(await store.attempts.take('s', 'fault', 'targeted'), true)
      assert.equal(await store.attempts.take('t', 'fault', 'targeted'), false)
    },
  },
]
