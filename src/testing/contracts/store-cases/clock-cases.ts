import assert from 'node:assert/strict'
import { acquired, loaded, rejectsWith, type StoreCase, user } from './store-case.ts'

const DAY_MS = 86_400_000

export const clockCases: readonly StoreCase[] = [
  {
    title: 'what is no moment is stored as one, or each kind of call says something else of a clock that tells it',
    async run(store, clock) {
      await store.messages.append('s', [user('before')])
      await store.state.set('s', 'k', 1, { ttlMs: DAY_MS })
      const before = clock.now
      const lease = await acquired(store, 's', { ttlMs: DAY_MS })
      for (const told of [Number.NaN, Infinity, -Infinity, -1, 1e300, 8.64e15 + 1, '5' as never, undefined as never]) {
        clock.now = told
        for (const call of [
          () => store.messages.append('s', [user('x')], { lease }),
          () => store.messages.append('new', [user('x')]),
          () => store.parts.record('s', { callId: 'c', name: 'tool', status: 'running' }),
          () => store.turns.begin('s', { turnID: 't' }),
          () => store.state.set('s', 'other', 1),
          () => store.state.get('s', 'k'),
          () => store.leases.acquire('other', { ttlMs: 50 }),
          () => store.leases.holder('s'),
          () => lease.renew(),
          () => store.messages.remove('s'),
        ])
          await assert.rejects(call(), rejectsWith('invalid_value'), `${call} at ${told}`)
      }
      clock.now = before
      assert.equal((await loaded(store, 's')).messages.length, 1)
      assert.deepEqual(
        (await store.messages.list()).map(({ sessionID }) => sessionID),
        ['s'],
      )
      assert.equal(await lease.renew(), true)
      for (const told of [0, 0.5, 8.64e15]) {
        clock.now = told
        await store.messages.append(`at ${told}`, [user('x')])
      }
    },
  },
]
