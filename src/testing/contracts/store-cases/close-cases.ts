import assert from 'node:assert/strict'
import { rejectsWith, type StoreCase, user } from './store-case.ts'

export const closeCases: readonly StoreCase[] = [
  {
    title: 'a call that was made before `close` is refused, or what it has acknowledged is lost (I8)',
    async run(store) {
      const made = ['first', 'second'].map((text) => store.messages.append('s', [user(text)]))
      const read = store.messages.load('s')
      const listed = store.messages.list()
      const closed = store.close()
      await Promise.all(made)
      assert.equal((await read)?.messages.length, 2)
      assert.equal((await listed).length, 1)
      await closed
      await assert.rejects(store.messages.append('s', [user('late')]), rejectsWith('closed'))
      await assert.rejects(store.messages.load('s'), rejectsWith('closed'))
    },
  },
]
