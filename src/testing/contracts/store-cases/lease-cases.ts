import assert from 'node:assert/strict'
import { rejectsWith, type StoreCase, user } from './store-case.ts'

export const leaseCases: readonly StoreCase[] = [
  {
    title: 'two recoveries hold one session at the same time (I9)',
    async run(store) {
      const leases = await Promise.all([1, 2, 3, 4].map(() => store.lease('s', { ttlMs: 1000, owner: 'same' })))
      assert.equal(leases.filter((lease) => lease !== null).length, 1)
      assert.notEqual(await store.lease('other', { ttlMs: 1000 }), null)
    },
  },
  {
    title: 'a released lease keeps the session locked',
    async run(store) {
      const lease = (await store.lease('s', { ttlMs: 1000, owner: 'one' }))!
      assert.equal(lease.owner, 'one')
      assert.equal(lease.sessionID, 's')
      await lease.release()
      await lease.release()
      const next = (await store.lease('s', { ttlMs: 1000 }))!
      assert.ok(next.token > lease.token)
      await next[Symbol.asyncDispose]()
      assert.notEqual(await store.lease('s', { ttlMs: 1000 }), null)
    },
  },
  {
    title: 'a lease ends too early, or never',
    async run(store, clock) {
      clock.now = 1000
      const lease = (await store.lease('s', { ttlMs: 50 }))!
      assert.equal(lease.expiresAt, 1050)
      clock.now = 1049
      assert.equal(await store.lease('s', { ttlMs: 50 }), null)
      assert.equal(await lease.renew(), true)
      assert.equal(lease.expiresAt, 1099)
      clock.now = 1098
      assert.equal(await store.lease('s', { ttlMs: 50 }), null)
      clock.now = 1099
      const next = await store.lease('s', { ttlMs: 50 })
      assert.ok(next !== null && next.token > lease.token)
    },
  },
  {
    title: 'a holder that was too slow renews, releases or writes under the lease of its successor',
    async run(store, clock) {
      const revision = await store.messages.append('s', [user('a')])
      const slow = (await store.lease('s', { ttlMs: 50 }))!
      clock.now += 50
      const next = (await store.lease('s', { ttlMs: 50 }))!
      assert.equal(await slow.renew(), false)
      await slow.release()
      assert.equal(await store.lease('s', { ttlMs: 50 }), null)
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
      for (const ttlMs of [0, -1, Number.NaN, Infinity])
        await assert.rejects(store.lease('s', { ttlMs }), rejectsWith('invalid_value'))
    },
  },
  {
    title: 'a fault is tried twice on one rung (I9)',
    async run(store) {
      const attempts = await Promise.all([1, 2, 3].map(() => store.attempt('s', 'fault', 'targeted')))
      assert.deepEqual(attempts, [true, false, false])
      assert.equal(await store.attempt('s', 'fault', 'turn'), true)
      assert.equal(await store.attempt('s', 'other', 'targeted'), true)
      assert.equal(await store.attempt('t', 'fault', 'targeted'), true)
      assert.equal(await store.attempt('s', 'fault', 1), true)
      assert.equal(await store.attempt('s', 'fault', '1'), false)
      await store.clearAttempts('s')
      await store.clearAttempts('none')
      assert.equal(await store.attempt('s', 'fault', 'targeted'), true)
      assert.equal(await store.attempt('t', 'fault', 'targeted'), false)
    },
  },
  {
    title: 'a meta value is lost, mixed up or not removed',
    async run(store) {
      const config = { agent: 'build', model: { id: 'm' }, tools: [null, '\ud800'] }
      await store.meta.set('s', 'resume', config)
      await store.meta.set('s', 'resume2', null)
      await store.meta.set('t', 'resume', 'other')
      assert.deepEqual(await store.meta.get('s', 'resume'), config)
      assert.equal(await store.meta.get('s', 'resume2'), null)
      assert.equal(await store.meta.get('s', 'none'), undefined)
      await store.meta.set('s', 'resume', 'new')
      assert.equal(await store.meta.get('s', 'resume'), 'new')
      await store.meta.set('s', 'resume', undefined)
      assert.equal(await store.meta.get('s', 'resume'), undefined)
      assert.equal(await store.meta.get('t', 'resume'), 'other')
      assert.equal(await store.messages.load('s'), null)
    },
  },
]
