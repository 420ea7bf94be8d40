import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { historyCases } from './history-cases.ts'
import { isLinearizable } from './is-linearizable.ts'
import { recordHistory } from './record-history.ts'
import { sessionMachine } from './store-machine.ts'

historyCases(usePostgres(), 5 * scale)

/** Reads from a copy that is renewed now and then, as a replica that lags would. */
function lagging(store: SessionStore): SessionStore {
  let copy: ReturnType<SessionStore['messages']['load']> | undefined
  let reads = 0
  const load: SessionStore['messages']['load'] = (sessionID) => {
    if ((reads += 1) % 3 === 1) copy = store.messages.load(sessionID)
    return copy!
  }
  return { ...store, messages: { ...store.messages, load } }
}

/** A store whose leases do not exclude each other: everybody who asks gets the next token. */
function lenient(store: SessionStore): SessionStore {
  let token = 0
  const acquire: SessionStore['leases']['acquire'] = async (sessionID) => ({
    sessionID,
    owner: '',
    token: (token += 1),
    expiresAt: Infinity,
    lost: new AbortController().signal,
    renew: async () => true,
    release: async () => undefined,
    [Symbol.asyncDispose]: async () => undefined,
  })
  return { ...store, leases: { ...store.leases, acquire } }
}

test.each([
  ['reads that lag', lagging],
  ['leases for everybody', lenient],
])('a store with %s passes', async (_name, broken) => {
  const store = broken(createMemoryStore())
  const stores = Array.from({ length: 6 }, () => store)
  const verdicts: boolean[] = []
  for (let seed = 0; seed < 3; seed += 1)
    verdicts.push(
      isLinearizable(await recordHistory(stores, { seed, sessionID: `s${seed}`, commands: 40 }), sessionMachine),
    )
  expect(verdicts).toEqual([false, false, false])
})
