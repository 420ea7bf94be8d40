import assert from 'node:assert/strict'
import { acquired, rejectsWith, type StoreCase, user } from './store-case.ts'

export const turnCases: readonly StoreCase[] = [
  {
    title: 'a turn without a name takes the name of another',
    async run(store) {
      await store.turns.begin('s', { turnID: 't3', input: 'named' })
      for (let index = 0; index < 4; index += 1) await store.turns.begin('s', { input: index })
      const turns = await store.turns.list('s')
      assert.equal(new Set(turns.map(({ turnID }) => turnID)).size, 5)
      assert.deepEqual((await store.turns.get('s', 't3'))?.input, 'named')
    },
  },
  {
    title: 'a turn takes the number of a name that only looks like one',
    async run(store) {
      for (const turnID of ['t999x', 'xt999', 't0999', 't', 'T999']) await store.turns.begin('s', { turnID })
      const { turnID } = await store.turns.begin('s')
      assert.match(turnID, /^t\d\d?$/)
      await store.turns.begin('s', { turnID: 't999' })
      assert.equal((await store.turns.begin('s')).turnID, 't1000')
    },
  },
  {
    title: 'a turn does not go from submitted to completed, or loses its input, tools, provenance or partial output',
    async run(store, clock) {
      clock.now = 10
      const provenance = { provider: 'p', endpoint: 'https://e', account: 'a1', model: 'm', prefixDigest: 'd' }
      const begun = await store.turns.begin('s', { input: { text: '\ud800' }, tools: ['bash'], provenance })
      assert.equal(begun.state, 'submitted')
      assert.deepEqual(await store.turns.get('s', begun.turnID), begun)
      clock.now = 20
      await store.turns.advance('s', begun.turnID, 'worker_started')
      await store.turns.advance('s', begun.turnID, 'assistant_started', { partial: 'hel' })
      await store.turns.advance('s', begun.turnID, 'assistant_started', { partial: 'hello' })
      const ended = await store.turns.advance('s', begun.turnID, 'interrupted', { why: 'killed' })
      assert.deepEqual(ended, {
        ...begun,
        state: 'interrupted',
        data: { partial: 'hello', why: 'killed' },
        updatedAt: 20,
      })
      assert.deepEqual(await store.turns.list('s'), [ended])
    },
  },
  {
    title: 'a turn that is over gets a second final state, or goes back',
    async run(store) {
      const { turnID } = await store.turns.begin('s')
      await store.turns.advance('s', turnID, 'assistant_started')
      await assert.rejects(store.turns.advance('s', turnID, 'worker_started'), rejectsWith('turn_conflict'))
      const ended = await store.turns.advance('s', turnID, 'completed', 1)
      assert.deepEqual(await store.turns.advance('s', turnID, 'completed', 2), ended)
      for (const state of ['submitted', 'assistant_started', 'interrupted'] as const)
        await assert.rejects(store.turns.advance('s', turnID, state), rejectsWith('turn_final'))
      assert.deepEqual(await store.turns.get('s', turnID), ended)
    },
  },
  {
    title: 'two racing ends of one turn both win',
    async run(store) {
      const { turnID } = await store.turns.begin('s')
      const ends = await Promise.allSettled([
        store.turns.advance('s', turnID, 'completed'),
        store.turns.advance('s', turnID, 'interrupted'),
      ])
      assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1)
    },
  },
  {
    title: 'a request that is sent twice begins two turns, or another request takes its place',
    async run(store) {
      const first = await store.turns.begin('s', { turnID: 'x', input: 1 })
      assert.equal(first.input, 1)
      assert.deepEqual(await store.turns.begin('s', { turnID: 'x', input: 1 }), first)
      await assert.rejects(store.turns.begin('s', { turnID: 'x', input: 2 }), rejectsWith('turn_conflict'))
      await store.turns.begin('t', { turnID: 'x', input: 2 })
      const second = await store.turns.begin('s')
      assert.notEqual(second.turnID, 'x')
      assert.deepEqual(
        (await store.turns.list('s')).map(({ turnID }) => turnID),
        ['x', second.turnID],
      )
    },
  },
  {
    title: 'what a crash left behind is not listed, or what is over is, or more than asked for',
    async run(store, clock) {
      const open = await store.turns.begin('s')
      clock.now += 1
      const done = await store.turns.begin('s')
      await store.turns.advance('s', done.turnID, 'completed')
      clock.now += 1
      const other = await store.turns.begin('t')
      assert.deepEqual(await store.turns.pending(), [open, other])
      assert.deepEqual(await store.turns.pending('s'), [open])
      assert.deepEqual(await store.turns.pending('none'), [])
      for (const limit of [0, 1, 2, 9])
        assert.deepEqual(await store.turns.oldestPending(limit), [open, other].slice(0, limit))
      await assert.rejects(store.turns.oldestPending(-1), rejectsWith('invalid_value'))
      await store.messages.remove('t')
      assert.deepEqual(await store.turns.pending(), [open])
    },
  },
  {
    title: 'a turn that does not exist, a state that is none, or an input that is no JSON is accepted',
    async run(store) {
      await assert.rejects(store.turns.advance('none', 't1', 'completed'), rejectsWith('not_found'))
      const { turnID } = await store.turns.begin('s')
      await assert.rejects(store.turns.advance('s', 'other', 'completed'), rejectsWith('not_found'))
      await assert.rejects(store.turns.advance('s', turnID, 'done' as 'completed'), rejectsWith('invalid_value'))
      await assert.rejects(store.turns.begin('s', { input: 1n }), rejectsWith('invalid_value'))
      assert.equal(await store.turns.get('s', 'other'), null)
    },
  },
  {
    title: 'a writer that lost its lease begins or ends a turn (I15)',
    async run(store, clock) {
      await store.messages.append('s', [user('a')])
      const slow = await acquired(store, 's', { ttlMs: 50, owner: 'slow' })
      const { turnID } = await store.turns.begin('s', { lease: slow })
      clock.now += 50
      await acquired(store, 's', { ttlMs: 50, owner: 'next' })
      const isTold = (error: unknown): boolean =>
        rejectsWith('lease_lost')(error) && (error as { holder?: { owner: string } }).holder?.owner === 'next'
      await assert.rejects(store.turns.begin('s', { lease: slow }), isTold)
      await assert.rejects(store.turns.advance('s', turnID, 'completed', undefined, { lease: slow }), isTold)
      await assert.rejects(store.messages.append('s', [user('b')], { lease: slow }), isTold)
      await assert.rejects(store.messages.replace('s', [], { expect: 1, lease: slow }), isTold)
      await assert.rejects(store.messages.remove('s', { lease: slow }), isTold)
      await assert.rejects(store.parts.record('s', { callId: 'c', status: 'pending' }, { lease: slow }), isTold)
      await assert.rejects(store.state.set('s', 'k', 1, { lease: slow }), isTold)
      await assert.rejects(store.state.clear('s', 'k', { lease: slow }), isTold)
      await assert.rejects(store.undo('s', undefined, { lease: slow }), isTold)
      await assert.rejects(store.attempts.take('s', 'f', 1, { lease: slow }), isTold)
      await assert.rejects(store.messages.setReference('s', 'r', { lease: slow }), isTold)
      await assert.rejects(store.messages.setStanding('s', null, { lease: slow }), isTold)
      assert.equal((await store.turns.get('s', turnID))?.state, 'submitted')
    },
  },
]
