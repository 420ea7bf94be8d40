import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  createSqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from '../../src/storage/sqlite/create-sqlite-store.ts'
import type { Decision } from '../../src/storage/decision.ts'
import { canShareLog } from '../../src/storage/sqlite/can-share-log.ts'
import { openDatabase } from '../../src/storage/sqlite/open-database.ts'
import { Statements } from '../../src/storage/sqlite/statements.ts'
import { tempFolder } from '../files/temp-folder.ts'

test.each([
  ['full', 2],
  ['normal', 1],
] as const)(
  'a database that is opened with synchronous %s syncs otherwise, or trusts its file (I8)',
  (synchronous, level) => {
    const { database } = openDatabase(join(tempFolder(), 's.db'), { synchronous, readOnly: false })
    onTestFinished(() => database.close())
    const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    expect(['synchronous', 'trusted_schema', 'cell_size_check', 'foreign_keys'].map(pragma)).toEqual([level, 0, 1, 0])
    expect(pragma('journal_mode')).toMatch(/^(wal|delete)$/)
    expect(Number(pragma('busy_timeout'))).toBeGreaterThan(0)
  },
)

test.each<[SqliteStoreOptions, string]>([
  [{}, 'full'],
  [{ synchronous: 'full' }, 'full'],
  [{ synchronous: 'normal' }, 'normal'],
])(
  'what a store with %j acknowledges is durable later than it was asked for, or than is promised (I8)',
  async (options, level) => {
    const exec = vi.spyOn(DatabaseSync.prototype, 'exec')
    onTestFinished(() => exec.mockRestore())
    await using store = createSqliteStore(join(tempFolder(), 's.db'), options)
    await store.messages.append('s', [{ raw: 'a' }])
    const levels = exec.mock.calls.flatMap(([sql]) => /PRAGMA synchronous = (\w+)/.exec(sql)?.[1] ?? [])
    expect(levels).toEqual([level])
  },
)

test.each([
  ['CREATE TABLE t (x)', 'another program'],
  [`PRAGMA application_id = ${0x53524543}; PRAGMA user_version = 99`, 'schema version 99'],
])('a file that somebody else has begun before the lock was ours (%s) is written to', (begun, refused) => {
  const path = join(tempFolder(), 's.db')
  const { exec } = DatabaseSync.prototype
  const late = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql === 'BEGIN IMMEDIATE') exec.call(rival, begun)
    exec.call(this, sql)
  })
  onTestFinished(() => late.mockRestore())
  using rival = new DatabaseSync(path)
  expect(() => openDatabase(path, { synchronous: 'full', readOnly: false })).toThrow(refused)
  expect(rival.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name <> 't'").get()).toEqual({ n: 0 })
})

test('a file that is refused stays open', () => {
  const path = join(tempFolder(), 's.db')
  const foreign = new DatabaseSync(path)
  foreign.exec('CREATE TABLE t (x)')
  foreign.close()
  const close = vi.spyOn(DatabaseSync.prototype, 'close')
  onTestFinished(() => close.mockRestore())
  const open = (): unknown => openDatabase(path, { synchronous: 'full', readOnly: false })
  expect(open).toThrow('another program')
  expect(close).toHaveBeenCalledOnce()
  writeFileSync(path, 'no database at all, but long enough to be looked at as one'.repeat(99))
  expect(open).toThrow('not a database')
  expect(close).toHaveBeenCalledTimes(2)
})

test.each<[damage: string, says: RegExp, ask: (store: SqliteStore) => Promise<unknown>]>([
  ['UPDATE leases SET token = -1', /table leases is invalid \(token\)/, (store) => store.leases.holder('s')],
  [
    'UPDATE floors SET value = -1',
    /table floors is invalid \(value\)/,
    (store) => store.leases.acquire('t', { ttlMs: 9 }),
  ],
  [
    'UPDATE messages SET place = -1',
    /table messages is invalid \(place\)/,
    (store) =>
      store.transact('s', [{ op: 'remove', index: 0, before: 'secret', because: [], loss: 'lossy' }], { expect: 1 }),
  ],
  [
    String.raw`UPDATE response_references SET session = 'secret\'`,
    /table \w+ is invalid \(session\)/,
    (store) => store.messages.findReference('resp_1'),
  ],
])('a row that is none (%s) is read as another, or told with what it holds (I12)', async (damage, says, ask) => {
  const path = join(tempFolder(), 's.db')
  const written = createSqliteStore(path)
  await written.messages.append('s', [{ raw: 'secret' }])
  await written.messages.setReference('s', 'resp_1')
  await written.leases.acquire('s', { ttlMs: 60_000 })
  await written.close()
  const database = new DatabaseSync(path)
  database.exec(`PRAGMA ignore_check_constraints = ON; ${damage}`)
  database.close()
  await using store = createSqliteStore(path)
  const error = await ask(store).catch((cause: unknown) => cause)
  expect(error).toMatchObject({
    code: 'invalid_row',
    path,
    message: expect.stringMatching(says),
  })
  expect(String(error)).not.toContain('secret')
})

test.each([
  [10, 'io', 1],
  [5, 'locked', 0],
  [13, 'disk_full', 0],
])(
  'a file whose disk has failed (%i) is read on through what was open, or each failure opens it anew',
  async (errcode, code, closed) => {
    await using store = createSqliteStore(join(tempFolder(), 's.db'), { busyTimeoutMs: 0 })
    await store.messages.append('s', [{ raw: 'a' }])
    const close = vi.spyOn(DatabaseSync.prototype, 'close')
    onTestFinished(() => close.mockRestore())
    const failing: Decision<null, void> = {
      needs: () => ({ sessionID: 's' }),
      decide: () => {
        throw Object.assign(new Error('The disk says no.'), { errcode })
      },
    }
    await expect(store.execute(failing, null)).rejects.toMatchObject({ code })
    expect(close).toHaveBeenCalledTimes(closed)
    expect((await store.messages.load('s'))?.messages).toHaveLength(1)
  },
)

test.each([
  ['3.51.3', true],
  ['3.51.2', false],
  ['3.51.10', true],
  ['3.52.0', true],
  ['3.50.9', false],
  ['4.0.0', true],
  ['3.51', false],
  ['3.52', true],
  ['', false],
])('the log of SQLite %s is shared though it may break, or is not though it may (I8)', (version, mayShare) => {
  expect(canShareLog(version)).toBe(mayShare)
})

test('a statement is prepared for each of its uses', () => {
  const database = new DatabaseSync(':memory:')
  onTestFinished(() => database.close())
  const prepare = vi.spyOn(database, 'prepare')
  const sql = new Statements(database)
  expect([1, 2].map((value) => sql.get('SELECT ? AS value', value))).toEqual([{ value: 1 }, { value: 2 }])
  expect(prepare).toHaveBeenCalledTimes(1)
})
