import assert from 'node:assert/strict'
import { prefixDigests } from '../../../storage/prefix-digests.ts'
import { assistant, loaded, rawsOf, rejectsWith, type StoreCase, textOf, user } from './store-case.ts'

/** Ids that hosts build from paths, addresses and names, and that could be dangerous as file names. */
const ODD_IDS: readonly string[] = [
  [
    '',
    '.',
    '..',
    '...',
    '/',
    '//',
    'a/b',
    'a/../b',
    '../x',
    '/etc/passwd',
    '\\',
    String.raw`a\b`,
    String.raw`C:\x`,
    '~',
  ],
  [
    '%',
    '%%',
    '%002f',
    'a%2Fb',
    'a%002fb',
    ' ',
    'a ',
    'a.',
    '_a',
    '.a',
    '-',
    'con',
    'nul.txt',
    '*?<>|":',
    "'; --",
    'a\nb',
  ],
  ['\u00e9', 'e\u0301', '\ud83d\ude00', '__proto__', 'constructor', 'https://host/x?y#z', 'x'.repeat(200)],
].flat()

const BROKEN_TEXT = 'lone \ud800 and \udc00, NUL \u0000, line \u2028, \ufffe, quote " and \\ud800'

export const messageCases: readonly StoreCase[] = [
  {
    title: 'a session that never had messages is not empty but null',
    async run(store) {
      assert.equal(await store.messages.load('s'), null)
      await store.parts.record('s', { callId: 'c', status: 'pending' })
      assert.equal(await store.messages.load('s'), null)
      assert.equal(await store.messages.append('s', []), 0)
      assert.equal(await store.messages.load('s'), null)
    },
  },
  {
    title: 'a raw message comes back with other bytes: key order, lone surrogates, NUL, odd numbers and keys',
    async run(store) {
      const raw: unknown = JSON.parse(
        `{"z":1,"role":"user","a":[{"10":1,"2":2,"__proto__":{"x":1},"":null}],"content":${JSON.stringify(BROKEN_TEXT)},"n":[1e300,-1.5,0.1,9007199254740993],"deep":{"b":1,"a":[]}}`,
      )
      await store.messages.append('s', [{ raw }, { raw: BROKEN_TEXT }, { raw: null }, { raw: 7 }, { raw: [] }])
      const raws = await rawsOf(store, 's')
      assert.equal(JSON.stringify(raws), JSON.stringify([raw, BROKEN_TEXT, null, 7, []]))
    },
  },
  {
    title: 'ids with lone surrogates are confused with each other',
    async run(store) {
      for (const id of ['\ud800', '\ud801', '\ufffd', '\u0000', 'a\u0000b', 'a']) {
        await store.messages.append(id, [user(id)])
        await store.parts.record(id, { callId: id, name: id, status: 'pending' })
        await store.state.set(id, id, id)
      }
      for (const id of ['\ud800', '\ud801', '\ufffd', '\u0000', 'a\u0000b', 'a']) {
        assert.deepEqual(await rawsOf(store, id), [{ role: 'user', content: id }])
        assert.equal((await store.parts.get(id, id))?.name, id)
        assert.deepEqual(await store.state.get(id, id), { found: true, value: id })
      }
      assert.equal((await store.messages.list()).length, 6)
    },
  },
  {
    title: 'ids that look like paths, or are odd in another way, are refused, confused, or not listed',
    async run(store) {
      for (const id of ODD_IDS) await store.messages.append(id, [user(`of ${id}`)])
      for (const id of ODD_IDS) assert.deepEqual(await rawsOf(store, id), [{ role: 'user', content: `of ${id}` }])
      const listed = (await store.messages.list()).map(({ sessionID }) => sessionID)
      assert.deepEqual(listed.sort(), [...ODD_IDS].sort())
      await store.messages.remove('a/b')
      assert.equal(await store.messages.load('a/b'), null)
      assert.equal((await store.messages.list()).length, ODD_IDS.length - 1)
    },
  },
  {
    title: 'the newest sessions are not the first of all, are more than asked for, or are not counted',
    async run(store, clock) {
      assert.deepEqual(await store.messages.newest(3), { total: 0, sessions: [] })
      for (const id of ['c', 'a', 'gone', 'b', '\u00e9']) {
        clock.now += 1
        await store.messages.append(id, [user(id)])
        await store.parts.record(id, { callId: id, status: 'pending' })
      }
      await store.messages.remove('gone')
      const all = await store.messages.list()
      for (const limit of [0, 1, 3, 4, 9])
        assert.deepEqual(await store.messages.newest(limit), { total: 4, sessions: all.slice(0, limit) })
      await assert.rejects(store.messages.newest(-1), rejectsWith('invalid_value'))
    },
  },
  {
    title: 'a message changed by its owner after append changes in the store too',
    async run(store) {
      const content = ['before']
      const message = { role: 'user', content }
      await store.messages.append('s', [{ raw: message }])
      content.push('after')
      const first = await rawsOf(store, 's')
      assert.deepEqual(first, [{ role: 'user', content: ['before'] }])
      Object.assign(first[0] as object, { role: 'changed' })
      assert.deepEqual(await rawsOf(store, 's'), [{ role: 'user', content: ['before'] }])
    },
  },
  {
    title: 'the meta of a message loses host extras, or keeps the place it had in another session',
    async run(store, clock) {
      clock.now = 1234
      await store.messages.append('s', [user('a')])
      await store.messages.append('s', [
        { ...assistant('b'), meta: { id: 'msg_1', createdAt: 99, agent: { name: 'build' }, seq: 40, sessionID: 'x' } },
      ])
      const { messages } = await loaded(store, 's')
      assert.equal(messages[0]!.meta.role, 'user')
      assert.equal(messages[0]!.meta.createdAt, 1234)
      assert.deepEqual(messages[1]!.meta, {
        id: 'msg_1',
        sessionID: 's',
        role: 'assistant',
        seq: 1,
        createdAt: 99,
        agent: { name: 'build' },
      })
      const ids = messages.map(({ meta }) => meta.id)
      assert.equal(new Set(ids).size, 2)
      await store.messages.append('other', messages)
      assert.deepEqual(
        (await loaded(store, 'other')).messages.map(({ meta }) => [meta.id, meta.sessionID, meta.seq]),
        ids.map((id, seq) => [id, 'other', seq]),
      )
    },
  },
  {
    title: 'a stale writer appends or replaces',
    async run(store) {
      const first = await store.messages.append('s', [user('a')], { expect: 0 })
      await assert.rejects(store.messages.append('s', [user('x')], { expect: 0 }), rejectsWith('stale_revision'))
      const second = await store.messages.append('s', [assistant('b')], { expect: first })
      assert.ok(second > first)
      await assert.rejects(store.messages.append('s', [], { expect: first }), rejectsWith('stale_revision'))
      await assert.rejects(store.messages.replace('s', [user('x')], { expect: first }), rejectsWith('stale_revision'))
      assert.deepEqual(await rawsOf(store, 's'), [user('a').raw, assistant('b').raw])
      assert.equal((await loaded(store, 's')).revision, second)
    },
  },
  {
    title: 'a value that is not JSON is stored in part, or leaves a session behind',
    async run(store) {
      const cyclic: Record<string, unknown> = {}
      cyclic['self'] = cyclic
      const throwing = {
        get role(): string {
          throw new Error('getter')
        },
      }
      for (const raw of [undefined, cyclic, 10n, throwing, () => 0])
        await assert.rejects(store.messages.append('s', [user('a'), { raw }]), rejectsWith('invalid_value'))
      await assert.rejects(
        store.parts.record('s', { callId: 'c', status: 'completed', output: 10n }),
        rejectsWith('invalid_value'),
      )
      await assert.rejects(store.state.set('s', 'k', cyclic), rejectsWith('invalid_value'))
      assert.deepEqual(await store.messages.list(), [])
    },
  },
  {
    title: 'a replaced history keeps old messages, or gives new ids to those that stay',
    async run(store) {
      const revision = await store.messages.append('s', [user('a'), assistant('b'), user('c')])
      const before = await loaded(store, 's')
      const same = await store.messages.replace('s', before.messages, { expect: revision })
      assert.equal(same, revision)
      const next = [user('a'), assistant('summary')]
      const replaced = await store.messages.replace('s', next, { expect: revision })
      assert.ok(replaced > revision)
      const after = await loaded(store, 's')
      assert.deepEqual(
        after.messages.map(({ raw }) => raw),
        next.map(({ raw }) => raw),
      )
      assert.deepEqual(after.messages[0], before.messages[0])
      await store.messages.replace('s', [], { expect: replaced })
      assert.deepEqual((await loaded(store, 's')).messages, [])
    },
  },
  {
    title: 'a replaced history keeps stale bytes where only a cache hint differs',
    async run(store) {
      const hinted = {
        raw: { role: 'user', content: [{ type: 'text', text: 'a', cache_control: { type: 'ephemeral' } }] },
      }
      const plain = { raw: { role: 'user', content: [{ type: 'text', text: 'a' }] } }
      const revision = await store.messages.append('s', [hinted])
      await store.messages.replace('s', [plain], { expect: revision })
      assert.deepEqual(await rawsOf(store, 's'), [plain.raw])
    },
  },
  {
    title:
      'a known beginning is written again, what stood behind it stays, or one is believed that the session or the list does not have',
    async run(store) {
      const revision = await store.messages.append('s', [user('a'), assistant('b'), user('c')])
      const before = await loaded(store, 's')
      const next = [user('a'), assistant('b'), assistant('C'), user('d')]
      const digests = prefixDigests(next.map(({ raw }) => raw))
      for (const known of [
        { length: 2, digest: digests[2]! },
        { length: 4, digest: digests[3]! },
        { length: 0, digest: digests[0]! },
        { length: -1, digest: digests[1]! },
      ])
        await assert.rejects(
          store.messages.replace('s', next, { expect: revision, known }),
          rejectsWith('invalid_value'),
        )
      const beyond = { length: 2, digest: digests[1]! }
      await assert.rejects(
        store.messages.replace('s', [user('a')], { expect: revision, known: beyond }),
        rejectsWith('invalid_value'),
      )
      assert.deepEqual(await loaded(store, 's'), before)
      const known = { length: 2, digest: digests[1]! }
      const stale = store.messages.replace('s', next, { expect: revision + 1, known })
      await assert.rejects(stale, rejectsWith('stale_revision'))
      const replaced = await store.messages.replace('s', next, { expect: revision, known })
      const after = await loaded(store, 's')
      assert.equal(after.revision, replaced)
      assert.equal(after.epoch, before.epoch + 1)
      assert.deepEqual(after.messages.slice(0, 2), before.messages.slice(0, 2))
      assert.deepEqual(
        after.messages.map(({ raw }) => raw),
        next.map(({ raw }) => raw),
      )
      assert.deepEqual(await store.messages.findByPrefix(digests), { sessionID: 's', length: 4, current: true })
      for (const length of [4, 2, 1])
        assert.equal(
          await store.messages.replace('s', next, {
            expect: replaced,
            known: { length, digest: digests[length - 1]! },
          }),
          replaced,
        )
      const none = { length: 0, digest: '' }
      await store.messages.replace('s', [user('new')], { expect: replaced, known: none })
      assert.deepEqual(await rawsOf(store, 's'), [user('new').raw])
    },
  },
  {
    title: 'a known beginning is refused, or another message goes, where a repair stands in front of older messages',
    async run(store) {
      const former = [user('a'), assistant('b'), user('c'), assistant('d')]
      const expect = await store.messages.append('s', former)
      const edit = { op: 'replace', index: 1, before: former[1]!.raw, after: assistant('B').raw, because: [] } as const
      const { revision } = await store.transact('s', [{ ...edit, loss: 'none' }], { expect })
      const next = [user('a'), assistant('B'), user('c'), assistant('D')]
      const known = { length: 3, digest: prefixDigests(next.map(({ raw }) => raw))[2]! }
      await store.messages.replace('s', next, { expect: revision, known })
      assert.deepEqual(
        await rawsOf(store, 's'),
        next.map(({ raw }) => raw),
      )
    },
  },
  {
    title: 'a removed session leaves something behind, or an old revision fits its successor',
    async run(store) {
      const old = await store.messages.append('s', [user('a')])
      await store.transact('s', [{ op: 'remove', index: 0, before: user('a').raw, because: [], loss: 'none' }], {
        expect: old,
      })
      await store.parts.record('s', { callId: 'c', status: 'pending' })
      await store.state.set('s', 'k', 1)
      await store.attempts.take('s', 'f', 1)
      assert.equal(await store.messages.remove('s'), true)
      assert.equal(await store.messages.remove('s'), false)
      assert.equal(await store.messages.load('s'), null)
      assert.deepEqual(await store.messages.list(), [])
      assert.deepEqual(await store.parts.list('s'), [])
      assert.deepEqual(await store.state.get('s', 'k'), { found: false, why: 'unknown_session' })
      const revision = await store.messages.append('s', [user('new')])
      assert.ok(revision > old + 1)
      await assert.rejects(store.undo('s'), rejectsWith('not_found'))
      assert.equal(await store.attempts.take('s', 'f', 1), true)
    },
  },
  {
    title: 'the list shows other sessions, counts or order than there are',
    async run(store, clock) {
      clock.now = 10
      await store.messages.append('a', [user('1'), user('2')])
      clock.now = 20
      const revision = await store.messages.append('b', [user('1')])
      await store.parts.record('b', { callId: 'c', status: 'pending' })
      clock.now = 30
      await store.messages.append('a', [user('3')])
      const list = await store.messages.list()
      assert.deepEqual(
        list.map(({ sessionID }) => sessionID),
        ['a', 'b'],
      )
      assert.deepEqual(list[1], {
        sessionID: 'b',
        revision,
        epoch: 0,
        messageCount: 1,
        partCount: 1,
        createdAt: 20,
        updatedAt: 20,
      })
      assert.equal(list[0]!.messageCount, 3)
    },
  },
  {
    title: 'behind a known beginning one of two equal messages goes for the other, with what is kept of it (I6)',
    async run(store) {
      await store.messages.append('s', [user('one'), user('equal'), user('last')])
      const [insert, rest] = [{ op: 'insert', because: [], loss: 'none' } as const, user('more').raw]
      const edits = [
        { ...insert, index: 1, after: user('equal').raw },
        { ...insert, index: 2, after: rest },
      ]
      await store.transact('s', edits, { expect: (await loaded(store, 's')).revision })
      const { messages, revision } = await loaded(store, 's')
      const kept = messages.slice(0, 2)
      const digest = prefixDigests(kept.map(({ raw }) => raw))[1]!
      await store.messages.replace('s', kept, { expect: revision, known: { length: 2, digest } })
      assert.deepEqual((await loaded(store, 's')).messages, kept)
    },
  },
  {
    title:
      'behind a known beginning a message that a repair has made equal to the last one goes for it, and damages the session',
    async run(store) {
      await store.messages.append('s', [user('a'), user('b'), user('c')])
      const edit = { op: 'replace', because: [], loss: 'none', before: user('a').raw, after: user('c').raw } as const
      await store.transact('s', [{ ...edit, index: 0 }], { expect: (await loaded(store, 's')).revision })
      const { messages, revision } = await loaded(store, 's')
      const kept = messages.slice(0, 2)
      const digest = prefixDigests(kept.map(({ raw }) => raw))[1]!
      await store.messages.replace('s', kept, { expect: revision, known: { length: 2, digest } })
      assert.deepEqual((await loaded(store, 's')).messages, kept)
    },
  },
  {
    title: 'calls that are not awaited run out of order',
    async run(store) {
      const calls = Array.from({ length: 20 }, (_, index) => store.messages.append('s', [user(String(index))]))
      const load = rawsOf(store, 's')
      await Promise.all(calls)
      assert.deepEqual(
        await load,
        Array.from({ length: 20 }, (_, index) => user(String(index)).raw),
      )
    },
  },
  {
    title: 'a message of many megabytes is refused or cut',
    async run(store) {
      const content = 'ä'.repeat(4 * 2 ** 20)
      await store.messages.append('s', [user(content)])
      assert.ok((await textOf(store, 's')).includes(content))
    },
  },
  {
    title: 'a closed store answers',
    async run(store) {
      await store.messages.append('s', [user('a')])
      await store.close()
      await assert.rejects(store.messages.load('s'), rejectsWith('closed'))
      await assert.rejects(store.parts.record('s', { callId: 'c', status: 'pending' }), rejectsWith('closed'))
    },
  },
]
