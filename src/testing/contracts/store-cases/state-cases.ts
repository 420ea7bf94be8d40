import assert from 'node:assert/strict'
import { readCopied, writeCopied } from '../../../storage/copy/copied-session.ts'
import { acquired, loaded, rawsOf, rejectsWith, type StoreCase, user } from './store-case.ts'

export const stateCases: readonly StoreCase[] = [
  {
    title: 'a state is lost, mixed up between sessions, keys or owners, or not cleared',
    async run(store) {
      await store.messages.append('s', [user('a')])
      const value = { agent: 'build', tools: [null, '\ud800'] }
      await store.state.set('s', 'k', value)
      await store.state.set('s', 'k', 'mine', { owner: 'o' })
      await store.state.set('s', 'none', null)
      await store.state.set('t', 'k', 'other', { create: true })
      assert.deepEqual(await store.state.get('s', 'k'), { found: true, value })
      assert.deepEqual(await store.state.get('s', 'k', { owner: 'o' }), { found: true, value: 'mine' })
      assert.deepEqual(await store.state.get('s', 'none'), { found: true, value: null })
      assert.deepEqual(await store.state.get('s', 'x'), { found: false, why: 'absent' })
      assert.deepEqual(
        (await store.state.list('s')).map(({ owner, key }) => [owner, key]),
        [
          [undefined, 'k'],
          [undefined, 'none'],
          ['o', 'k'],
        ],
      )
      assert.equal((await store.state.list('s', { owner: 'o' })).length, 1)
      assert.equal(await store.state.clear('s', 'k'), 1)
      assert.equal(await store.state.clear('s', 'k'), 0)
      assert.deepEqual(await store.state.get('s', 'k', { owner: 'o' }), { found: true, value: 'mine' })
      assert.equal(await store.state.clear('s'), 2)
      assert.deepEqual(await store.state.get('t', 'k'), { found: true, value: 'other' })
    },
  },
  {
    title: 'a state outlives its time, ends too early, or is not told from one that never was',
    async run(store, clock) {
      clock.now = 1000
      await store.messages.append('s', [user('a')])
      await store.state.set('s', 'k', 1, { ttlMs: 50 })
      clock.now = 1049
      assert.deepEqual(await store.state.get('s', 'k'), { found: true, value: 1 })
      clock.now = 1050
      assert.deepEqual(await store.state.get('s', 'k'), { found: false, why: 'expired' })
      assert.deepEqual(await store.state.list('s'), [])
      await store.state.set('s', 'k', 2)
      clock.now = 1e9
      assert.deepEqual(await store.state.get('s', 'k'), { found: true, value: 2 })
    },
  },
  {
    title: 'a state is stored for a session that does not exist, without a real time limit, or without bound',
    async run(store) {
      await assert.rejects(store.state.set('none', 'k', 1), rejectsWith('not_found'))
      assert.deepEqual(await store.state.get('none', 'k'), { found: false, why: 'unknown_session' })
      await store.messages.append('s', [user('a')])
      for (const ttlMs of [0, -1, Number.NaN, Infinity])
        await assert.rejects(store.state.set('s', 'k', 1, { ttlMs }), rejectsWith('invalid_value'))
      await assert.rejects(store.state.set('s', 'k', undefined), rejectsWith('invalid_value'))
      await assert.rejects(store.state.set('s', 'k', 'x'.repeat(2 ** 20)), rejectsWith('too_large'))
      assert.deepEqual(await store.state.list('s'), [])
    },
  },
  {
    title: 'a standing request or a response reference is lost, shown as a session, or survives its session',
    async run(store) {
      await store.messages.append('s', [user('a')])
      const standing = { request: { thinking: { type: 'disabled' } }, betas: ['b'] }
      assert.equal(await store.messages.standing('s'), null)
      await store.messages.setStanding('s', standing)
      await store.messages.append('s', [user('b')])
      assert.deepEqual(await store.messages.standing('s'), standing)
      await store.messages.setReference('s', 'resp_1')
      await store.messages.setReference('s', 'resp_2', { replaces: 'resp_1' })
      assert.equal(await store.messages.findReference('resp_1'), null)
      assert.equal(await store.messages.findReference('resp_2'), 's')
      assert.equal((await store.messages.list()).length, 1)
      await store.messages.remove('s')
      assert.equal(await store.messages.findReference('resp_2'), null)
      assert.equal(await store.messages.standing('s'), null)
    },
  },
  {
    title: 'an intentional shrink has no epoch of its own (I14)',
    async run(store) {
      const first = await store.messages.append('s', [user('a'), user('b'), user('c')])
      assert.equal((await loaded(store, 's')).epoch, 0)
      const edit = { index: 0, before: user('a').raw, because: [], loss: 'none' } as const
      const rewritten = { ...edit, op: 'replace', after: user('A').raw } as const
      const { revision } = await store.transact('s', [rewritten], { expect: first })
      assert.equal((await loaded(store, 's')).epoch, 0)
      const removal = { ...edit, op: 'remove', before: user('A').raw } as const
      await store.transact('s', [removal], { expect: revision })
      assert.equal((await loaded(store, 's')).epoch, 1)
      const undone = await store.undo('s')
      assert.equal((await loaded(store, 's')).epoch, 2)
      await store.messages.replace('s', [user('A')], { expect: undone.revision })
      assert.equal((await loaded(store, 's')).epoch, 3)
      await store.messages.remove('s')
      await store.messages.append('s', [user('new')])
      assert.equal((await loaded(store, 's')).epoch, 4)
    },
  },
  {
    title: 'a stale writer brings a removed session back (I14, I15)',
    async run(store) {
      const revision = await store.messages.append('s', [user('a')])
      const lease = await acquired(store, 's', { ttlMs: 60_000 })
      await store.messages.remove('s')
      await assert.rejects(store.messages.append('s', [user('x')], { lease }), rejectsWith('lease_lost'))
      await assert.rejects(store.turns.begin('s', { lease }), rejectsWith('lease_lost'))
      await assert.rejects(store.messages.append('s', [user('x')], { expect: revision }), rejectsWith('stale_revision'))
      await assert.rejects(
        store.messages.replace('s', [user('x')], { expect: revision }),
        rejectsWith('stale_revision'),
      )
      assert.equal(await lease.renew(), false)
      assert.equal(lease.lost.aborted, true)
      assert.deepEqual(await store.messages.list(), [])
      const next = await acquired(store, 's', { ttlMs: 60_000 })
      assert.ok(next.token > lease.token)
      assert.ok((await store.messages.append('s', [user('b')], { lease: next })) > revision)
    },
  },
  {
    title: 'a copy over a removed session lets one of its revisions fit again (I14)',
    async run(store) {
      const revisions: number[] = []
      for (const text of ['a', 'b', 'c']) revisions.push(await store.messages.append('s', [user(text)]))
      await store.messages.append('other', [user('copied')])
      const copied = await store.execute(readCopied, { sessionID: 'other' })
      assert.ok(copied !== null && copied !== 'busy')
      await store.messages.remove('s')
      await store.execute(writeCopied, {
        sessionID: 's',
        copied: { ...copied, session: { ...copied.session, sessionID: 's' } },
      })
      assert.deepEqual(await rawsOf(store, 's'), [user('copied').raw])
      for (const expect of revisions)
        await assert.rejects(store.messages.append('s', [user('x')], { expect }), rejectsWith('stale_revision'))
      const { revision } = await loaded(store, 's')
      const next = await store.messages.append('s', [user('on')], { expect: revision })
      assert.ok(Math.min(revision, next) > Math.max(...revisions))
    },
  },
]
