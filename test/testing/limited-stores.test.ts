import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { testStore } from '../../src/testing/contracts/test-store.ts'

type Append = SessionStore['messages']['append']

/** A store that does something else with a message that is larger than a megabyte. */
const withLarge = (store: SessionStore, change: (raw: unknown) => unknown): SessionStore => {
  const append: Append = (sessionID, messages, ...rest) => {
    const kept = messages.map(({ raw, ...meta }) => ({
      ...meta,
      raw: JSON.stringify(raw).length > 2 ** 20 ? change(raw) : raw,
    }))
    return store.messages.append(sessionID, kept, ...rest)
  }
  return { ...store, messages: { ...store.messages, append } }
}

const cut = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.slice(0, 2 ** 20) : part)))

const tooLarge = (): never => {
  throw new StoreError({ code: 'too_large', message: 'A message has a megabyte at most.' })
}

/** Its second close is refused. */
function closedOnce(store: SessionStore): SessionStore {
  let closed = 0
  const close = async (): Promise<void> => {
    closed += 1
    if (closed > 1) throw new StoreError({ code: 'closed', message: 'The store is closed.' })
    await store.close()
  }
  return { ...store, close }
}

/** Once a name stands there that only ends in a number, it makes others of the kind. */
function namingAlike(store: SessionStore): SessionStore {
  const begin: SessionStore['turns']['begin'] = async (sessionID, ...rest) => {
    const turn = await store.turns.begin(sessionID, ...rest)
    const isMade = rest[0]?.turnID === undefined
    const isAfter = isMade && (await store.turns.get(sessionID, 'xt999')) !== null
    return isAfter && turn.turnID.length < 4 ? { ...turn, turnID: `x${turn.turnID}` } : turn
  }
  return { ...store, turns: { ...store.turns, begin } }
}

test.each<[string, string, (store: SessionStore) => SessionStore]>([
  ['cuts what is large', 'megabytes', (store) => withLarge(store, cut)],
  ['refuses what is large', 'megabytes', (store) => withLarge(store, tooLarge)],
  ['cannot be closed twice', 'close', closedOnce],
  ['numbers its turns by a name that is no number', 'a name that only looks like one', namingAlike],
])('a store that %s passes for a store', async (_, about, broken) => {
  const casesOf = (change: (store: SessionStore) => SessionStore): ReturnType<typeof testStore> =>
    testStore({ name: 'broken', create: (options) => change(createMemoryStore(options)) }).filter(({ title }) =>
      title.includes(about),
    )
  const failed: boolean[] = []
  for (const [index, { run }] of casesOf(broken).entries()) {
    await casesOf((store) => store)[index]!.run()
    failed.push(
      await run().then(
        () => false,
        () => true,
      ),
    )
  }
  expect([failed.length > 0, failed]).toEqual([true, failed.map(() => true)])
})
