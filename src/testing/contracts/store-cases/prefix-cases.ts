import assert from 'node:assert/strict'
import type { NewMessage } from '../../../storage/message-store.ts'
import { prefixDigests } from '../../../storage/prefix-digests.ts'
import { assistant, type StoreCase, user } from './store-case.ts'

const digestsOf = (messages: readonly NewMessage[]): string[] => prefixDigests(messages.map(({ raw }) => raw))

export const prefixCases: readonly StoreCase[] = [
  {
    title: 'a conversation is not found by its longest known prefix',
    async run(store) {
      const long = Array.from({ length: 40 }, (_, index) => user(String(index)))
      await store.messages.append('long', long.slice(0, 7))
      await store.messages.append('long', long.slice(7))
      await store.messages.append('short', long.slice(0, 5))
      assert.equal(await store.messages.findByPrefix([]), null)
      assert.equal(await store.messages.findByPrefix(digestsOf([user('other')])), null)
      for (let length = 1; length <= 40; length += 1) {
        const match = { sessionID: length === 5 ? 'short' : 'long', length, current: true }
        const request = long.slice(0, length)
        if (length >= 5) assert.deepEqual(await store.messages.findByPrefix(digestsOf(request)), match)
        for (const extra of [1, 2, 9]) {
          const unknown = Array.from({ length: extra }, (_, index) => user(`new ${index}`))
          const found = await store.messages.findByPrefix(digestsOf([...request, ...unknown]))
          assert.equal(found?.length, length)
        }
      }
    },
  },
  {
    title: 'of two sessions with the same prefix not the one that ends there is found, or else not the newest',
    async run(store, clock) {
      clock.now = 1
      await store.messages.append('whole', [user('a')])
      clock.now = 2
      await store.messages.append('older', [user('a'), assistant('b')])
      clock.now = 3
      await store.messages.append('newer', [user('a'), assistant('b')])
      assert.equal((await store.messages.findByPrefix(digestsOf([user('a')])))?.sessionID, 'whole')
      assert.equal((await store.messages.findByPrefix(digestsOf([user('a'), assistant('b')])))?.sessionID, 'newer')
    },
  },
  {
    title: 'a caller that has not adopted a repair is taken for a new session',
    async run(store) {
      const before = [user('a'), assistant('')]
      const revision = await store.messages.append('s', before)
      const { undoId } = await store.transact(
        's',
        [{ op: 'replace', index: 1, before: before[1]!.raw, after: assistant('b').raw, because: [], loss: 'none' }],
        { expect: revision },
      )
      const find = (messages: readonly NewMessage[]) => store.messages.findByPrefix(digestsOf(messages))
      assert.deepEqual(await find([...before, user('next')]), { sessionID: 's', length: 2, current: false })
      assert.deepEqual(await find([user('a'), assistant('b')]), { sessionID: 's', length: 2, current: true })
      await store.undo('s', undoId!)
      assert.deepEqual(await find([...before, user('next')]), { sessionID: 's', length: 2, current: true })
    },
  },
  {
    title: 'a replaced or removed conversation is still found as current',
    async run(store) {
      const before = [user('a'), assistant('b')]
      const revision = await store.messages.append('s', before)
      await store.messages.replace('s', [user('summary')], { expect: revision })
      assert.deepEqual(await store.messages.findByPrefix(digestsOf(before)), {
        sessionID: 's',
        length: 2,
        current: false,
      })
      await store.messages.remove('s')
      assert.equal(await store.messages.findByPrefix(digestsOf(before)), null)
      assert.equal(await store.messages.findByPrefix(digestsOf([user('summary')])), null)
    },
  },
  {
    title: 'a history that came back is not found as current, or what it had replaced is',
    async run(store) {
      const [before, after] = [[user('a'), assistant('b')], [user('c')]]
      let revision = await store.messages.append('s', before)
      revision = await store.messages.replace('s', after, { expect: revision })
      await store.messages.replace('s', before, { expect: revision })
      const find = (messages: readonly NewMessage[]) => store.messages.findByPrefix(digestsOf(messages))
      assert.deepEqual(await find(before), { sessionID: 's', length: 2, current: true })
      assert.deepEqual(await find(after), { sessionID: 's', length: 1, current: false })
    },
  },
]
