import assert from 'node:assert/strict'
import type { SessionStore } from '../../../storage/session-store.ts'
import { rejectsWith, type StoreCase, user } from './store-case.ts'

/** Values that untyped programs pass as a name: row numbers, and values that were never set. */
const NO_NAMES: readonly unknown[] = [undefined, null, 7, Number.NaN, true, { id: 's' }, ['s'], Symbol('s')]

const commands: Readonly<Record<string, (store: SessionStore, name: string) => Promise<unknown>>> = {
  append: (store, name) => store.messages.append(name, [user('a')]),
  load: (store, name) => store.messages.load(name),
  remove: (store, name) => store.messages.remove(name),
  'set a reference': (store, name) => store.messages.setReference('s', name),
  'find a reference': (store, name) => store.messages.findReference(name),
  transact: (store, name) => store.transact(name, [], { expect: 1 }),
  undo: (store, name) => store.undo(name),
  'record a part': (store, name) => store.parts.record(name, { callId: 'c', status: 'running' }),
  'get a part': (store, name) => store.parts.get('s', name),
  'begin a turn': (store, name) => store.turns.begin(name, {}),
  'advance a turn': (store, name) => store.turns.advance('s', name, 'completed'),
  'get a turn': (store, name) => store.turns.get('s', name),
  'set a state': (store, name) => store.state.set(name, 'k', 1, { create: true }),
  'set a key': (store, name) => store.state.set('s', name, 1),
  'get a key': (store, name) => store.state.get('s', name),
  'list by a key': (store, name) => store.statesNamed('', name),
  'acquire a lease': (store, name) => store.leases.acquire(name, { owner: 'o', ttlMs: 1000 }),
  'take an attempt': (store, name) => store.attempts.take('s', name, 'place'),
}

export const nameCases: readonly StoreCase[] = [
  {
    title: 'a name that is no text is stored, as another one or as that of others, or fails without a code',
    async run(store) {
      await store.messages.append('s', [user('a')])
      for (const [command, run] of Object.entries(commands))
        for (const name of NO_NAMES)
          await assert.rejects(run(store, name as string), rejectsWith('invalid_value'), `${command} ${String(name)}`)
      assert.deepEqual(
        (await store.messages.list()).map(({ sessionID }) => sessionID),
        ['s'],
      )
    },
  },
]
