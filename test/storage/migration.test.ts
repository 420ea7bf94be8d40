import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { messageDigest, prefixDigests } from '../../src/storage/prefix-digests.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { SCHEMA_V1_FIXTURE, SCHEMA_V2_FIXTURE } from './schema-v1-fixture.ts'
import { cli } from '../cli/run-cli.ts'
import { tempFolder } from '../files/temp-folder.ts'

const MESSAGES = [
  { role: 'user', content: 'lone \ud800, NUL \u0000' },
  { role: 'assistant', content: [] },
]

/** A file as version 1 wrote it. */
function versionOne(): string {
  const path = join(tempFolder(), 'store.db')
  const database = new DatabaseSync(path)
  database.exec(SCHEMA_V1_FIXTURE)
  const digests = prefixDigests(MESSAGES)
  database.prepare('INSERT INTO sessions VALUES (?, 1, 2, ?, 10, 20)').run('s', digests[1]!)
  MESSAGES.forEach((message, seq) => {
    const meta = JSON.stringify({ id: `m${seq}`, role: message.role, createdAt: 5 })
    database
      .prepare('INSERT INTO messages (session, meta, raw, content_digest) VALUES (?, ?, ?, ?)')
      .run('s', meta, JSON.stringify(message), messageDigest(message))
    database.prepare('INSERT INTO positions VALUES (?, ?, ?, ?)').run('s', seq, seq + 1, digests[seq]!)
  })
  database.exec(`INSERT INTO parts VALUES (1, 's', 'c', 0, 'tool', '{}', 'completed', '"out"', 0, 0, 1, 2)`)
  database.exec(`INSERT INTO meta VALUES ('s', 'resume', '{"agent":"build"}')`)
  database.exec(`INSERT INTO meta VALUES ('s', 'request', '{"request":{"a":1},"betas":["b"]}')`)
  database.exec(`INSERT INTO sessions VALUES ('@references', 0, 0, '', 10, 20)`)
  database.exec(`INSERT INTO meta VALUES ('@references', 'resp_1', '"s"')`)
  database.close()
  return path
}

/** The same file as version 2 left it. */
function versionTwo(): string {
  const path = versionOne()
  const database = new DatabaseSync(path)
  database.exec(SCHEMA_V2_FIXTURE)
  database.close()
  return path
}

describe('the schema', () => {
  test.each([
    [1, versionOne],
    [2, versionTwo],
  ])('a file of version %i loses something on its way to the newest version', async (_, write) => {
    const path = write()
    await using store = createSqliteStore(path)
    const session = await store.messages.load('s')
    expect(session?.revision).toBe(1)
    expect(session?.messages.map(({ raw }) => raw)).toEqual(MESSAGES)
    expect(session?.messages[1]?.meta).toEqual({ id: 'm1', sessionID: 's', role: 'assistant', seq: 1, createdAt: 5 })
    expect(await store.parts.get('s', 'c')).toMatchObject({
      status: 'completed',
      output: 'out',
      startedAt: 1,
      endedAt: 2,
    })
    expect(await store.state.get('s', 'resume')).toEqual({ found: true, value: { agent: 'build' } })
    expect(await store.messages.standing('s')).toEqual({ request: { a: 1 }, betas: ['b'] })
    expect(await store.messages.findReference('resp_1')).toBe('s')
    expect(await store.messages.list()).toHaveLength(1)
    // As `append` would have placed them: the next one lies behind.
    const beside = new DatabaseSync(path, { readOnly: true })
    const places = beside.prepare('SELECT place FROM messages ORDER BY key').all()
    beside.close()
    expect(places).toEqual([{ place: 2 ** 20 }, { place: 2 ** 21 }])
    const digests = prefixDigests(MESSAGES)
    expect(await store.messages.findByPrefix(digests)).toEqual({ sessionID: 's', length: 2, current: true })
    const before = JSON.stringify(session?.messages)
    const edits = [{ op: 'remove', index: 0, before: MESSAGES[0], because: [], loss: 'none' }] as const
    await store.transact('s', edits, { expect: 1 })
    expect(await store.messages.findByPrefix(digests)).toEqual({ sessionID: 's', length: 2, current: false })
    await store.undo('s')
    expect(JSON.stringify((await store.messages.load('s'))?.messages)).toBe(before)
    await store.messages.append('s', [{ raw: 'new' }], { expect: 3 })
    await store.check()
  })

  test('a file of version 3 loses something when what is appended to it gets a table of its own', async () => {
    const path = join(tempFolder(), 'store.db')
    const before = createSqliteStore(path)
    for (const raw of MESSAGES) await before.messages.append('s', [{ raw }])
    const edits = [{ op: 'remove', index: 0, before: MESSAGES[0], because: [], loss: 'none' }] as const
    await before.transact('s', edits, { expect: 2 })
    const lease = await before.leases.acquire('s', { owner: 'me', ttlMs: 1000 })
    await before.turns.begin('s', { turnID: 't', input: 'Hi' })
    await before.close()
    const database = new DatabaseSync(path)
    database.exec('DROP VIEW conversations; DROP TABLE appends; PRAGMA user_version = 3')
    const rows = (): unknown =>
      ['sessions', 'messages', 'prefixes', 'changes', 'turns', 'leases'].map((table) =>
        database.prepare(`SELECT * FROM ${table}`).all(),
      )
    const former = rows()
    const refused = createSqliteStore(path, { readOnly: true })
    await expect(refused.messages.load('s')).rejects.toMatchObject({ code: 'read_only', path })
    await refused.close()
    await using store = createSqliteStore(path)
    expect((await store.messages.load('s'))?.messages.map(({ raw }) => raw)).toEqual(MESSAGES.slice(1))
    expect(rows()).toEqual(former)
    database.close()
    expect(lease).toMatchObject({ token: 1 })
    const digests = prefixDigests(MESSAGES)
    expect(await store.messages.findByPrefix(digests)).toEqual({ sessionID: 's', length: 2, current: false })
    await store.messages.append('s', [{ raw: 'new' }], { expect: 3 })
    await store.undo('s')
    expect((await store.messages.load('s'))?.messages.map(({ raw }) => raw)).toEqual([...MESSAGES, 'new'])
    expect(await store.turns.list('s')).toMatchObject([{ turnID: 't' }])
    await store.check()
  })

  test('two processes that migrate at once both do it', async () => {
    const path = versionOne()
    const stores = [1, 2, 3].map(() => createSqliteStore(path))
    const sessions = await Promise.all(stores.map((store) => store.messages.load('s')))
    expect(sessions.map((session) => session?.messages.length)).toEqual([2, 2, 2])
    await Promise.all(stores.map((store) => store.close()))
  })

  test('a migration that fails leaves the file between two versions', async () => {
    const path = versionOne()
    const database = new DatabaseSync(path)
    // The second step adds this column itself, to the last table it changes.
    database.exec('ALTER TABLE meta ADD COLUMN checksum INTEGER')
    database.close()
    await using store = createSqliteStore(path)
    await expect(store.messages.load('s')).rejects.toMatchObject({ name: 'StoreError', path })
    const after = new DatabaseSync(path)
    expect(after.prepare('PRAGMA user_version').get()).toMatchObject({ user_version: 1 })
    expect(after.prepare('SELECT count(*) AS columns FROM pragma_table_info(?)').get('sessions')).toEqual({
      columns: 6,
    })
    after.close()
  })

  test('a file from a newer version is changed', async () => {
    const path = versionOne()
    const database = new DatabaseSync(path)
    database.exec('PRAGMA user_version = 99')
    database.close()
    await using store = createSqliteStore(path)
    const error = await store.messages.append('s', [{ raw: 1 }]).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'newer_schema', path })
    expect(String(error)).toMatch(/version 99.*Update session-recovery/)
    const after = new DatabaseSync(path)
    expect(after.prepare('SELECT count(*) AS count FROM messages').get()).toEqual({ count: 2 })
    expect(after.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' })
    after.close()
  })

  test('an old file opened only to read is migrated, or answers with an untyped error', async () => {
    const path = versionOne()
    await using store = createSqliteStore(path, { readOnly: true })
    await expect(store.messages.load('s')).rejects.toMatchObject({
      code: 'read_only',
      path,
      message: expect.stringContaining('run `session-recovery fleet --store FILE`') as string,
    })
    // As it says.
    expect((await cli(['fleet', '--store', path], { home: tempFolder() })).code).toBe(0)
    expect((await store.messages.load('s'))?.messages).toHaveLength(2)
  })

  test('a new file holds a message of a kilobyte in a page of its own, or one of former pages is not gone on with', async () => {
    const former = join(tempFolder(), 'former.db')
    const database = new DatabaseSync(former)
    database.exec('PRAGMA page_size = 4096; VACUUM')
    database.close()
    const sizes: number[] = []
    for (const path of [former, join(tempFolder(), 'new.db')]) {
      const store = createSqliteStore(path, { synchronous: 'normal' })
      const messages = Array.from({ length: 100 }, (_, index) => ({ raw: `${index} ${'x'.repeat(1200)}` }))
      await store.messages.append('s', messages)
      expect((await store.messages.load('s'))?.messages).toHaveLength(100)
      await store.close()
      sizes.push(statSync(path).size)
    }
    // The longer page holds several, and the text is most of what is in it.
    expect(sizes[0]! / sizes[1]!).toBeGreaterThan(1.5)
    expect(sizes[1]).toBeLessThan(3 * 100 * 1200)
  })

  test('others of this machine can read the conversations (I12)', async () => {
    const path = join(tempFolder(), 'store.db')
    await using store = createSqliteStore(path)
    await store.messages.append('s', [{ raw: 'a' }])
    for (const file of [path, `${path}-wal`, `${path}-shm`]) expect(statSync(file).mode & 0o777).toBe(0o600)
  })
})
