import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { SessionStore } from '../../src/storage/session-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import type { SqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { Appends } from '../../src/storage/sqlite/appends.ts'
import { Statements } from '../../src/storage/sqlite/statements.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { contentsOf, countTo, crashed, opened, rowsOf, said, waiting } from './waiting-appends.ts'

/** Changes what needs something before it, with messages appended between the two. */
async function afterwards(store: SqliteStore, before: Promise<unknown>, change: () => Promise<unknown>): Promise<void> {
  await before
  for (const content of countTo(5, 'more')) await store.messages.append('s', [said(content)])
  await change()
}

/** Each answer is a millisecond later than the one before. */
function clock(): () => number {
  let now = 0
  return () => (now += 1)
}

describe('what was appended', () => {
  test('is written into three tables at once, or waits for ever', async () => {
    const path = join(tempFolder(), 'store.db')
    const store = opened(path)
    await store.messages.list()
    const database = new DatabaseSync(path, { readOnly: true })
    onTestFinished(() => database.close())
    const seen: number[] = []
    const count = database.prepare('SELECT count(*) AS count FROM appends')
    for (let index = 0; index < 1100; index += 1) {
      await store.messages.append('s', [said(index)])
      seen.push(Number(count.get()!['count']))
    }
    expect(seen.slice(0, 3)).toEqual([0, 1, 2])
    expect(Math.max(...seen)).toBe(512)
    expect(seen.filter((found) => found === 1)).toHaveLength(3)
    await store.close()
    expect(waiting(path)).toBe(0)
    expect(rowsOf(path, 'SELECT count, head = (SELECT prefix FROM messages WHERE key = 1100) FROM sessions')).toEqual([
      [1100, 1],
    ])
    await opened(path).check()
  })

  test('waits of ever more sessions', async () => {
    const path = join(tempFolder(), 'store.db')
    const store = opened(path)
    const ids = Array.from({ length: 129 }, (_, at) => `s${at}`)
    for (const id of ids) await store.messages.append(id, [said('first')])
    for (const id of ids.slice(0, 128)) await store.messages.append(id, [said('second')])
    await store.messages.append('s127', [said('third')])
    expect(waiting(path)).toBe(129)
    await store.messages.append('s128', [said('second')])
    expect(waiting(path)).toBe(1)
    expect(await contentsOf(store, 's127')).toEqual(['first', 'second', 'third'])
  })

  test('is in no view, or in no order', async () => {
    const path = await crashed(5)
    expect(waiting(path)).toBe(4)
    expect(
      rowsOf(path, `SELECT raw ->> 'content' FROM conversations WHERE session = 's' ORDER BY place`).flat(),
    ).toEqual(countTo(5, 's'))
  })

  test('is lost in a crash, or the session stays behind it', async () => {
    const path = await crashed(5, ['t'])
    const reader = opened(path, { readOnly: true })
    expect(await contentsOf(reader, 's')).toEqual(countTo(5, 's'))
    expect((await reader.messages.list()).map(({ sessionID, messageCount }) => [sessionID, messageCount])).toEqual([
      ['s', 5],
      ['t', 5],
    ])
    const digests = prefixDigests(countTo(5, 't').map((content) => said(content).raw))
    expect(await reader.messages.findByPrefix(digests)).toEqual({ sessionID: 't', length: 5, current: true })
    await reader.close()
    expect(waiting(path)).toBe(8)
    const store = opened(path)
    await store.messages.append('s', [said('s 5')], { expect: 5 })
    expect(await contentsOf(store, 's')).toEqual(countTo(6, 's'))
    await store.close()
    expect(waiting(path)).toBe(0)
  })

  test('is moved by one who only read', async () => {
    const path = await crashed(5)
    const store = opened(path)
    expect(await contentsOf(store, 's')).toHaveLength(5)
    await store.close()
    expect(waiting(path)).toBe(4)
  })

  test.each<[string, (store: SqliteStore) => Promise<unknown>]>([
    ['a long message', (store) => store.messages.append('s', [said('x'.repeat(5000))])],
    ['many messages', (store) => store.messages.append('s', countTo(9, 'm').map(said))],
    ['a standing request', (store) => store.messages.setStanding('s', { request: { a: 1 }, betas: [] })],
    ['another history', (store) => store.messages.replace('s', [said('s 0')], { expect: 5 })],
    ['a removal', (store) => store.messages.remove('s')],
    ['a refusal', (store) => store.messages.replace('s', [], { expect: 1 }).catch(() => {})],
  ])('is not moved before %s, or with it those of others', async (_, change) => {
    const path = await crashed(5, ['t'])
    await change(opened(path))
    expect(rowsOf(path, 'SELECT DISTINCT session FROM appends').flat()).toEqual(['t'])
    await opened(path).check()
  })

  test.each<[string, (store: SqliteStore) => Promise<unknown>]>([
    ['a part', (store) => store.parts.record('s', { callId: 'c', name: 'n', status: 'running' })],
    ['a state', (store) => store.state.set('s', 'k', 1)],
    ['a lease', (store) => store.leases.acquire('s', { owner: 'me', ttlMs: 1000 })],
    [
      'a state that is cleared',
      (store) => afterwards(store, store.state.set('s', 'k', 1), () => store.state.clear('s', 'k')),
    ],
    [
      'a turn that goes on',
      (store) =>
        afterwards(store, store.turns.begin('s', { turnID: 't' }), () =>
          store.turns.advance('s', 't', 'worker_started'),
        ),
    ],
    ['an attempt', (store) => store.attempts.take('s', 'f', 'place')],
    [
      'attempts that are forgotten',
      (store) => afterwards(store, store.attempts.take('s', 'f', 'place'), () => store.attempts.clear('s')),
    ],
    [
      'the id of a response that replaces another',
      (store) =>
        afterwards(store, store.messages.setReference('s', 'r1'), () =>
          store.messages.setReference('s', 'r2', { replaces: 'r1' }),
        ),
    ],
    [
      'an append with a part',
      (store) => store.messages.append('s', [said('m')], { parts: [{ callId: 'c', name: 'n', status: 'pending' }] }),
    ],
  ])('is moved for %s, which changes no message', async (_, change) => {
    const path = await crashed(5)
    await change(opened(path))
    expect(waiting(path)).toBeGreaterThanOrEqual(4)
  })

  test('stays out of the list of the newest, or what it has overtaken does', async () => {
    const path = join(tempFolder(), 'store.db')
    let clock = 20
    const store = opened(path, { now: () => (clock += 1) })
    for (const id of ['a', 'b', 'c', 'd']) await store.messages.append(id, [said(id)])
    await store.messages.append('a', [said('more')])
    const newest = async (limit: number): Promise<string[]> =>
      (await store.messages.newest(limit)).sessions.map(({ sessionID }) => sessionID)
    expect(await newest(2)).toEqual(['a', 'd'])
    // A clock that was set back.
    clock = 10
    await store.messages.append('d', [said('more')])
    expect(await newest(3)).toEqual(['a', 'c', 'b'])
    expect(await newest(9)).toEqual(['a', 'c', 'b', 'd'])
  })

  test('does not tell which of many forks is nearest', async () => {
    const path = join(tempFolder(), 'store.db')
    let clock = 0
    const store = opened(path, { now: () => (clock += 1) })
    for (let index = 0; index < 30; index += 1) await store.messages.append(`f${index}`, [said('shared')])
    // All but three of the oldest go on: they end elsewhere.
    for (let index = 3; index < 30; index += 1) await store.messages.append(`f${index}`, [said(index)])
    const [shared = ''] = prefixDigests([said('shared').raw])
    expect(await store.messages.findByPrefix([shared])).toEqual({ sessionID: 'f2', length: 1, current: true })
    await store.messages.append('f2', [said(2)])
    await store.messages.append('f1', [said(1)])
    await store.messages.append('f0', [said(0)])
    await store.messages.append('f7', [said('newest')])
    expect(await store.messages.findByPrefix([shared])).toMatchObject({ sessionID: 'f7' })
  })
})

describe('several connections', () => {
  test('hide from each other what they append, move, or append again after a move', async () => {
    let clock = 0
    const path = join(tempFolder(), 'store.db')
    const now = (): number => (clock += 1)
    const stores = [0, 1, 2].map(() => opened(path, { now }))
    const memory = createMemoryStore({ now: () => clock })
    const lists = new Map<string, object[]>()
    let seed = 7
    const random = (below: number): number => (seed = (seed * 48271) % 2147483647) % below
    for (let step = 0; step < 400; step += 1) {
      const id = `s${random(3)}`
      const list = lists.get(id) ?? []
      const { raw } = said(random(12) === 0 ? 'long '.repeat(2000) : step)
      const kind = random(20)
      const change = async (store: SessionStore): Promise<unknown> => {
        if (kind > 3 || list.length === 0) return store.messages.append(id, [{ raw }])
        const expect = (await store.messages.load(id))!.revision
        if (kind === 0)
          return store.messages.replace(
            id,
            [...list.slice(0, -1), raw].map((message) => ({ raw: message })),
            { expect },
          )
        if (kind === 1)
          return store.transact(
            id,
            [{ op: 'replace', index: 0, before: list[0], after: raw, because: [], loss: 'none' }],
            { expect },
          )
        if (kind === 2) return store.undo(id).catch((error: unknown) => Object(error).code as unknown)
        return store.messages.setStanding(id, { request: { step }, betas: [] })
      }
      const results: unknown[] = []
      for (const store of [memory, stores[random(3)]!]) results.push(await change(store))
      expect(results[1]).toEqual(results[0])
      lists.set(
        id,
        (await memory.messages.load(id))!.messages.map((message) => message.raw as object),
      )
      const other = stores[random(3)]!
      expect((await other.messages.load(id))!.messages.map((message) => message.raw)).toEqual(lists.get(id))
      const digests = prefixDigests(lists.get(id)!)
      expect(await other.messages.findByPrefix(digests)).toEqual(await memory.messages.findByPrefix(digests))
      const counts = async (store: SessionStore): Promise<unknown> =>
        (await store.messages.list())
          .map(({ sessionID, revision, messageCount }) => [sessionID, revision, messageCount])
          .sort()
      expect(await counts(stores[random(3)]!)).toEqual(await counts(memory))
    }
    await stores[0]!.check()
  })

  test('take rows for the known ones that were put in their place', async () => {
    const path = await crashed(4)
    const [mine, other] = [opened(path), opened(path)]
    expect(await contentsOf(mine, 's')).toHaveLength(4)
    // All three are moved; as many new ones have their numbers.
    await other.messages.setStanding('s', { request: {}, betas: [] })
    for (const content of ['s 4', 's 5', 's 6']) await other.messages.append('s', [said(content)])
    expect(rowsOf(path, 'SELECT id FROM appends').flat()).toEqual([1, 2, 3])
    expect(await contentsOf(mine, 's')).toEqual(countTo(7, 's'))
    expect(await mine.messages.append('s', [said('s 7')], { expect: 7 })).toBe(8)
  })
})

describe('of many sessions with one beginning, what was appended lately', () => {
  test.each([15, 16, 17, 40])('hides the nearest, or that it has not changed since (%i)', async (count) => {
    const stores = [createMemoryStore({ now: clock() }), opened(join(tempFolder(), 'store.db'), { now: clock() })]
    const [begun, asked] = [
      ['one', 'two'],
      ['one', 'two', 'never'],
    ].map((list) => prefixDigests(list.map((content) => said(content).raw)))
    const found = stores.map(async ({ messages }) => {
      for (const content of begun!.keys())
        for (let index = 0; index < count; index += 1)
          await messages.append(`s ${index}`, [said(['one', 'two'][content])])
      const whole = await messages.findByPrefix(begun!)
      // Of two that go on, one goes on from another beginning.
      await messages.append('s 3', [said('three')])
      await messages.replace('s 4', [said('one'), said('other')], { expect: 2 })
      return [whole, await messages.findByPrefix(asked!)]
    })
    const [memory, sqlite] = await Promise.all(found)
    expect(sqlite).toEqual(memory)
    expect(sqlite).toMatchObject([
      { sessionID: `s ${count - 1}`, length: 2, current: true },
      { length: 2, current: true },
    ])
  })
})

test('a failure of the file is taken for the damage of one session', async () => {
  const path = await crashed(4, ['t'])
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  const sql = new Statements(database)
  const appends = new Appends()
  appends.read(sql)
  const failing = (cause: Error): Statements =>
    new (class extends Statements {
      override get(): never {
        throw cause
      }
    })(database)
  const full = new Error('database or disk is full')
  expect(() => appends.settleAll(failing(full))).toThrow(full)
  appends.settleAll(failing(new StoreError({ code: 'corrupt', message: 'Damaged.' })))
  expect(appends.sessions).toHaveLength(2)
  appends.settleAll(sql)
  expect(appends.isEmpty).toBe(true)
})
