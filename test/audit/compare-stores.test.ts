import { expect, test } from 'vitest'
import { compareStores } from '../../src/doctor/audit/journal/compare-stores.ts'
import { createMemoryStore } from '../../src/index.ts'
import { digestOf, readCopied, writeCopied, type CopiedSession } from '../../src/storage/copy/copied-session.ts'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { acquired, user } from '../../src/testing/contracts/store-cases/store-case.ts'

const copyOf = async (store: SessionStore, sessionID: string): Promise<CopiedSession> =>
  (await store.execute(readCopied, { sessionID })) as CopiedSession

const [a, b] = [user('a'), user('b')]

/** What is done to a session in the journal, and in its copy, before both are compared. */
type Scene = (journal: SessionStore, sqlite: SessionStore, id: string, take: () => Promise<void>) => Promise<unknown>

const both =
  (work: (store: SessionStore, id: string) => Promise<unknown>): Scene =>
  (journal, sqlite, id) =>
    Promise.all([work(journal, id), work(sqlite, id)])

const scenes: Readonly<Record<string, Scene>> = {
  alike: both((store, id) => store.messages.append(id, [a])),
  async behind(journal, _sqlite, id, take) {
    await journal.messages.append(id, [a])
    await take()
    await journal.messages.append(id, [b])
  },
  async ahead(journal, sqlite, id, take) {
    await journal.messages.append(id, [a])
    await take()
    await sqlite.messages.append(id, [b])
  },
  async 'ahead, with less beside it'(journal, sqlite, id, take) {
    await journal.messages.append(id, [a])
    await take()
    await sqlite.messages.append(id, [b])
    await journal.state.set(id, 'step', 1, { owner: 'x' })
  },
  async 'behind, with more beside it'(journal, sqlite, id, take) {
    await journal.messages.append(id, [a])
    await take()
    await journal.messages.append(id, [b])
    await sqlite.state.set(id, 'step', 1, { owner: 'x' })
  },
  async diverged(journal, sqlite, id) {
    await journal.messages.append(id, [a, b])
    await sqlite.messages.append(id, [b])
  },
  async 'other beside it'(journal, sqlite, id) {
    await both((store) => store.messages.append(id, [a]))(journal, sqlite, id, async () => undefined)
    await journal.state.set(id, 'step', 1, { owner: 'x' })
  },
  'never copied': (journal, _sqlite, id) => journal.messages.append(id, [a]),
  'only a copy': (_journal, sqlite, id) => sqlite.messages.append(id, [a, b]),
  async removed(journal, sqlite, id) {
    await both((store) => store.messages.append(id, [a]))(journal, sqlite, id, async () => undefined)
    await sqlite.messages.remove(id)
  },
  async 'at work'(journal, sqlite, id) {
    await journal.messages.append(id, [a])
    await acquired(journal, id, { owner: 'n', ttlMs: 60_000 })
    await sqlite.messages.append(id, [b])
  },
  async 'copied at this moment'(journal, sqlite, id) {
    await journal.messages.append(id, [a])
    await sqlite.messages.append(id, [b])
    await acquired(sqlite, id, { owner: 'n', ttlMs: 60_000 })
  },
  'left out': (journal, _sqlite, id) => journal.messages.append(id, [a]),
}

test.each(Object.keys(scenes))('a session that is %s is compared otherwise', async (id) => {
  const [journal, sqlite] = [createMemoryStore({ now: () => 1_000 }), createMemoryStore({ now: () => 2_000 })]
  const take = async (): Promise<void> => {
    await sqlite.execute(writeCopied, { sessionID: id, copied: await copyOf(journal, id) })
  }
  await scenes[id]!(journal, sqlite, id, take)
  const named = [
    { name: 'journal', store: journal, isTruth: true },
    { name: 'sqlite', store: sqlite },
  ] as const
  const { items, catchUps } = await compareStores(...named, new Set(['left out']))
  const told = items.map(({ session_id, kind, category, live_messages, bak_messages, copies, ...more }) => {
    expect(session_id).toBe(id)
    const rest = [more['because'], more['beside']].filter(Boolean)
    return [kind, category, live_messages, bak_messages, ...((copies ?? []) as string[]), ...rest].join(' ')
  })
  const digests = {
    journal: async () => digestOf(await copyOf(journal, id)),
    sqlite: async () => digestOf(await copyOf(sqlite, id)),
  }
  const moves = await Promise.all(
    catchUps.map(async ({ sessionID, into, copied, expected }) => {
      expect(sessionID).toBe(id)
      const from = into === 'sqlite' ? 'journal' : 'sqlite'
      expect(digestOf(copied)).toBe(await digests[from]())
      expect(expected).toBe(told[0]?.startsWith('copy_missing') ? null : await digests[into as 'sqlite' | 'journal']())
      return `${from} to ${into}`
    }),
  )
  const expected: Readonly<Record<string, readonly string[]>> = {
    behind: ['copy_behind repairable 2 1 sqlite journal', 'journal to sqlite'],
    ahead: ['copy_behind repairable 1 2 journal sqlite', 'sqlite to journal'],
    'ahead, with less beside it': ['copy_behind unsafe_to_repair 1 2 journal sqlite not_proven_earlier'],
    'behind, with more beside it': ['copy_behind unsafe_to_repair 2 1 sqlite journal not_proven_earlier'],
    diverged: ['diverged unsafe_to_repair 2 1 journal sqlite'],
    'other beside it': ['diverged unsafe_to_repair 1 1 journal sqlite messages'],
    'never copied': ['copy_missing repairable -1 1 sqlite journal', 'journal to sqlite'],
    'only a copy': ['copy_missing unsafe_to_repair -1 2 journal sqlite not_in_source_of_truth'],
    removed: ['deleted_session_file unsafe_to_repair -1 1 sqlite journal'],
  }
  expect([...told, ...moves]).toEqual(expected[id] ?? [])
})

test('of many sessions one is found twice or not at all, or they are told in another order than that of their ids', async () => {
  const [journal, sqlite] = [createMemoryStore({ now: () => 1_000 }), createMemoryStore({ now: () => 2_000 })]
  const named = ['diverged', 'removed', 'only a copy', 'never copied', 'behind', 'with more', 'ahead'] as const
  const sceneOf: Readonly<Record<string, Scene>> = { ...scenes, 'with more': scenes['behind, with more beside it']! }
  // The last by their ids are written first.
  const ids = named.flatMap((name) => [`${name} 1`, `${name} 2`]).sort()
  for (const id of ids.toReversed()) {
    const take = async (): Promise<void> => {
      await sqlite.execute(writeCopied, { sessionID: id, copied: await copyOf(journal, id) })
    }
    await sceneOf[id.slice(0, -2)]!(journal, sqlite, id, take)
  }
  const stores = [
    { name: 'journal', store: journal, isTruth: true },
    { name: 'sqlite', store: sqlite },
  ] as const
  const { items, catchUps } = await compareStores(...stores, new Set())
  expect(items.map(({ session_id }) => session_id)).toEqual(ids)
  const moved = ids.filter((id) => /^(?:behind|ahead|never)/.test(id))
  expect(catchUps.map(({ sessionID }) => sessionID)).toEqual(moved)
})

const corrupt = (): Promise<never> => Promise.reject(new StoreError({ code: 'corrupt', message: 'A row is damaged.' }))

/** A store in which one session cannot be read; without a name none can be listed. */
function damagedAt(store: SessionStore, id: string): SessionStore {
  const execute: SessionStore['execute'] = (decision, command) =>
    Object(command).sessionID === id ? corrupt() : store.execute(decision, command)
  const messages = id === '' ? { ...store.messages, list: corrupt } : store.messages
  return { ...store, execute, messages }
}

test.each([
  ['sqlite', 'b', ['b malformed_backup 1 -1 sqlite corrupt']],
  ['journal', 'b', ['b malformed_live -1 1 journal corrupt']],
  ['sqlite', '', [' malformed_backup -1 -1 sqlite corrupt']],
])(
  'in %s one session %j that cannot be read hides the others, or a store with it is written to',
  async (at, id, told) => {
    const [journal, sqlite] = [createMemoryStore({ now: () => 1_000 }), createMemoryStore({ now: () => 2_000 })]
    for (const [name, scene] of [
      ['a', 'ahead'],
      ['b', 'alike'],
      ['c', 'behind'],
      ['d', 'diverged'],
    ] as const) {
      const take = async (): Promise<void> => {
        await sqlite.execute(writeCopied, { sessionID: name, copied: await copyOf(journal, name) })
      }
      await scenes[scene]!(journal, sqlite, name, take)
    }
    const damaged = (store: SessionStore, name: string) => (name === at ? damagedAt(store, id) : store)
    const { items, catchUps } = await compareStores(
      { name: 'journal', store: damaged(journal, 'journal'), isTruth: true },
      { name: 'sqlite', store: damaged(sqlite, 'sqlite') },
      new Set(),
    )
    const lines = items.map((item) =>
      [
        item.session_id,
        item.kind,
        item.live_messages,
        item.bak_messages,
        (item['copies'] as string[])[0],
        item['because'],
      ]
        .filter((part) => part !== undefined)
        .join(' '),
    )
    const isHeld = (name: string): string => (name === at ? ' store_damaged' : '')
    expect(lines.sort()).toEqual(
      [
        ...told,
        `a copy_behind 1 2 journal${isHeld('journal')}`,
        `c copy_behind 2 1 sqlite${isHeld('sqlite')}`,
        'd diverged 2 1 journal',
      ].sort(),
    )
    expect(catchUps.map(({ into }) => into)).toEqual([at === 'sqlite' ? 'journal' : 'sqlite'])
  },
)
