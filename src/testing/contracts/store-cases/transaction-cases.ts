import assert from 'node:assert/strict'
import { applyEdits } from '../../../transcript/apply-edits.ts'
import type { Edit } from '../../../transcript/edit.ts'
import type { SessionStore, Transaction } from '../../../storage/session-store.ts'
import { assistant, loaded, rawsOf, rejectsWith, type StoreCase, textOf, user } from './store-case.ts'

const BASE = { because: ['empty_content_message'], loss: 'synthesised' } as const
const raw = (text: string): unknown => user(text).raw
const replace = (index: number, before: string, after: string): Edit => ({
  ...BASE,
  op: 'replace',
  index,
  before: raw(before),
  after: raw(after),
})
const remove = (index: number, before: string): Edit => ({ ...BASE, op: 'remove', index, before: raw(before) })
const insert = (index: number, after: string): Edit => ({ ...BASE, op: 'insert', index, after: raw(after) })

async function withMessages(store: SessionStore, ...texts: readonly string[]): Promise<void> {
  await store.messages.append(
    's',
    texts.map((text) => ({ ...user(text), meta: { note: `about ${text}` } })),
  )
}

async function transactNow(store: SessionStore, ...edits: readonly Edit[]): Promise<Transaction> {
  return store.transact('s', edits, { expect: (await loaded(store, 's')).revision })
}

const textsOf = async (store: SessionStore): Promise<string> =>
  (await rawsOf(store, 's')).map((message) => Object(message).content).join('')

export const transactionCases: readonly StoreCase[] = [
  {
    title: 'a transaction stores something else than applyEdits gives',
    async run(store) {
      await withMessages(store, 'a', 'b', 'c', 'd')
      const edits = [
        insert(4, 'z'),
        remove(1, 'b'),
        insert(0, 'x'),
        replace(2, 'c', 'C'),
        insert(0, 'y'),
        insert(1, 'w'),
      ]
      const expected = applyEdits(await rawsOf(store, 's'), edits)
      const { revision, undoId } = await transactNow(store, ...edits)
      assert.deepEqual(await rawsOf(store, 's'), expected)
      assert.equal(await textsOf(store), 'xyawCdz')
      const session = await loaded(store, 's')
      assert.equal(session.revision, revision)
      assert.equal(typeof undoId, 'string')
      assert.deepEqual(
        session.messages.map(({ meta }) => meta.seq),
        [0, 1, 2, 3, 4, 5, 6],
      )
      assert.equal(session.messages[4]!.meta['note'], 'about c')
      assert.equal(new Set(session.messages.map(({ meta }) => meta.id)).size, 7)
    },
  },
  {
    title: 'a plan without edits writes something (I1)',
    async run(store) {
      await withMessages(store, 'a')
      const before = await loaded(store, 's')
      assert.deepEqual(await transactNow(store), { revision: before.revision, undoId: null })
      assert.deepEqual(await loaded(store, 's'), before)
    },
  },
  {
    title: 'a plan that does not fit the stored messages is committed in part',
    async run(store) {
      await withMessages(store, 'a', 'b')
      const before = JSON.stringify(await loaded(store, 's'))
      const bad: Edit[][] = [
        [insert(0, 'x'), replace(0, 'other', 'y')],
        [insert(0, 'x'), remove(2, 'c')],
        [insert(0, 'x'), insert(3, 'y')],
        [insert(-1, 'x')],
        [insert(0.5, 'x')],
        [remove(0, 'a'), replace(0, 'a', 'b')],
      ]
      for (const edits of bad) await assert.rejects(transactNow(store, ...edits), rejectsWith('invalid_edit'))
      const noJson: Edit = { ...BASE, op: 'insert', index: 0, after: 10n }
      await assert.rejects(transactNow(store, remove(0, 'a'), noJson), rejectsWith('invalid_value'))
      assert.equal(JSON.stringify(await loaded(store, 's')), before)
      await assert.rejects(store.undo('s'), rejectsWith('not_found'))
    },
  },
  {
    title: 'a repair planned on an older revision is committed',
    async run(store) {
      await withMessages(store, 'a')
      const { revision } = await loaded(store, 's')
      await store.messages.append('s', [assistant('b')])
      const before = await textOf(store, 's')
      await assert.rejects(store.transact('s', [remove(0, 'a')], { expect: revision }), rejectsWith('stale_revision'))
      await assert.rejects(store.transact('none', [remove(0, 'a')], { expect: 0 }), rejectsWith('not_found'))
      assert.equal(await textOf(store, 's'), before)
    },
  },
  {
    title: 'undo restores another state than the former one (I7)',
    async run(store, clock) {
      const plans: Edit[][] = [
        [replace(0, 'a', 'A')],
        [remove(0, 'a'), remove(1, 'b'), remove(2, 'c')],
        [insert(0, 'x'), insert(0, 'y'), insert(3, 'z')],
        [insert(0, 'x'), remove(0, 'a'), insert(1, 'y'), remove(1, 'b'), replace(2, 'c', 'C'), insert(3, 'z')],
        [remove(2, 'c')],
      ]
      await withMessages(store, 'a', 'b', 'c')
      const before = await textOf(store, 's')
      for (const edits of plans) {
        clock.now += 1000
        const { undoId } = await transactNow(store, ...edits)
        assert.notEqual(await textOf(store, 's'), before)
        const { undone } = await store.undo('s')
        assert.equal(undone, undoId)
        assert.equal(await textOf(store, 's'), before)
      }
      await assert.rejects(store.undo('s'), rejectsWith('not_found'))
    },
  },
  {
    title: 'undoing several repairs in turn does not lead back to the start',
    async run(store) {
      await withMessages(store, 'a', 'b')
      const states = [await textOf(store, 's')]
      for (const edits of [[replace(0, 'a', 'c')], [insert(0, 'x'), remove(1, 'b')], [remove(0, 'x')]]) {
        await transactNow(store, ...edits)
        states.push(await textOf(store, 's'))
      }
      for (const state of states.slice(0, -1).reverse()) {
        await store.undo('s')
        assert.equal(await textOf(store, 's'), state)
      }
    },
  },
  {
    title: 'messages appended after a repair are lost or moved by its undo',
    async run(store) {
      await withMessages(store, 'a', 'b')
      await transactNow(store, remove(1, 'b'), insert(0, 'x'), insert(2, 'y'))
      await store.messages.append('s', [user('n'), user('m')])
      assert.equal(await textsOf(store), 'xaynm')
      await store.undo('s')
      assert.equal(await textsOf(store), 'abnm')
    },
  },
  {
    title: 'an older repair is undone at the wrong place after a newer one',
    async run(store) {
      await withMessages(store, 'a', 'b', 'c', 'd')
      const first = await transactNow(store, replace(2, 'c', 'C'), remove(1, 'b'))
      await transactNow(store, insert(0, 'x'), replace(2, 'd', 'D'))
      assert.equal(await textsOf(store), 'xaCD')
      await store.undo('s', first.undoId!)
      assert.equal(await textsOf(store), 'xabcD')
      await store.undo('s')
      assert.equal(await textsOf(store), 'abcd')
    },
  },
  {
    title: 'neighbours that an older repair removed, or brought, are mixed up by its undo after a newer one',
    async run(store) {
      await withMessages(store, 'a', 'b', 'c', 'd')
      const removed = await transactNow(store, remove(1, 'b'), remove(2, 'c'))
      await transactNow(store, insert(0, 'x'))
      await store.undo('s', removed.undoId!)
      assert.equal(await textsOf(store), 'xabcd')
      const brought = await transactNow(store, insert(2, 'y'), insert(2, 'z'), insert(5, 'w'))
      assert.equal(await textsOf(store), 'xayzbcdw')
      const { undoId } = await transactNow(store, remove(0, 'x'))
      const undone = await store.undo('s', brought.undoId!)
      assert.equal(await textsOf(store), 'abcd')
      await store.undo('s', undoId!)
      await store.undo('s', undone.undoId)
      assert.equal(await textsOf(store), 'xayzbcdw')
    },
  },
  {
    title: 'a message inserted right before a repaired one moves its undo to the wrong message',
    async run(store) {
      await withMessages(store, 'a', 'b', 'c')
      const first = await transactNow(store, replace(1, 'b', 'B'))
      await transactNow(store, insert(1, 'x'), insert(1, 'y'))
      await store.undo('s', first.undoId!)
      assert.equal(await textsOf(store), 'axybc')
    },
  },
  {
    title: 'undo overwrites newer changes of the same messages',
    async run(store) {
      await withMessages(store, 'a', 'b')
      const first = await transactNow(store, replace(0, 'a', 'A'), remove(1, 'b'))
      const second = await transactNow(store, replace(0, 'A', 'AA'))
      const before = await textOf(store, 's')
      await assert.rejects(store.undo('s', first.undoId!), rejectsWith('undo_conflict'))
      assert.equal(await textOf(store, 's'), before)
      await store.undo('s', second.undoId!)
      await transactNow(store, insert(1, 'gap'))
      await assert.rejects(store.undo('s', first.undoId!), rejectsWith('undo_conflict'))
    },
  },
  {
    title: 'a repair is undone although the host has replaced that history',
    async run(store) {
      await withMessages(store, 'a', 'b', 'c')
      const early = await transactNow(store, replace(0, 'a', 'A'))
      const late = await transactNow(store, replace(2, 'c', 'C'))
      await store.messages.replace('s', [user('A'), user('summary')], { expect: (await loaded(store, 's')).revision })
      await assert.rejects(store.undo('s', late.undoId!), rejectsWith('undo_conflict'))
      await store.undo('s', early.undoId!)
      assert.equal(await textsOf(store), 'asummary')
    },
  },
  {
    title: 'an undo cannot be undone, or its repair not a second time',
    async run(store) {
      await withMessages(store, 'a', 'b')
      const before = await textOf(store, 's')
      const { undoId } = await transactNow(store, replace(0, 'a', 'A'), remove(1, 'b'))
      const after = await textOf(store, 's')
      const undone = await store.undo('s', undoId!)
      await assert.rejects(store.undo('s', undoId!), rejectsWith('not_found'))
      await store.undo('s', undone.undoId)
      assert.equal(await textOf(store, 's'), after)
      await store.undo('s')
      assert.equal(await textOf(store, 's'), before)
    },
  },
  {
    title: 'an unknown undo id undoes something',
    async run(store) {
      await withMessages(store, 'a')
      await transactNow(store, replace(0, 'a', 'A'))
      for (const undoId of ['', 'u', 'u0', 'u1', 'u999', 'u1e3', 'constructor', '2'])
        await assert.rejects(store.undo('s', undoId), rejectsWith('not_found'))
      await assert.rejects(store.undo('none'), rejectsWith('not_found'))
      assert.equal(await textsOf(store), 'A')
    },
  },
]
