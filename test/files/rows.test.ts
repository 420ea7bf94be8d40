import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pruneBackups } from '../../src/files/prune-backups.ts'
import { backUpRows } from '../../src/files/rows/back-up-rows.ts'
import type { Cells } from '../../src/files/rows/cell.ts'
import { changeRows, tablesOf } from '../../src/files/rows/change-rows.ts'
import { openReadOnly } from '../../src/files/rows/open-read-only.ts'
import type { RowImage } from '../../src/files/rows/row-image.ts'
import { withDatabase } from '../../src/files/rows/with-database.ts'
import { undo } from '../../src/files/undo.ts'
import { tempFolder } from './temp-folder.ts'

/** Values that JSON, JavaScript or UTF-8 would change. */
const values = [
  "''",
  'NULL',
  '9007199254740993',
  '-0.0',
  '1e999',
  '0.1',
  "x'00ff'",
  "CAST(x'ff00fe' AS TEXT)",
  "'a' || char(0) || 'b'",
]

interface Scene {
  readonly path: string
  readonly options: { readonly folder: string }
  readonly rows: () => unknown
  readonly read: (id: string) => Promise<Cells>
  readonly write: (images: readonly RowImage[]) => Promise<string>
}

function scene(): Scene {
  const home = tempFolder()
  const path = join(home, 'a.db')
  const database = new DatabaseSync(path)
  database.exec('CREATE TABLE t (id TEXT PRIMARY KEY, "odd ""name" ANY, data, twice AS (data || data))')
  for (const [at, value] of values.entries())
    database.exec(`INSERT INTO t (id, "odd ""name", data) VALUES ('${at}', ${value}, ${value})`)
  database.close()
  const options = { folder: join(home, 'backups') }
  const owner = { path, agent: 'opencode', session: 's' }
  return {
    path,
    options,
    rows: () => {
      const open = new DatabaseSync(path, { readOnly: true })
      const sql = 'SELECT id, typeof(data) t, hex(data) h, quote(data) q, hex("odd ""name") o FROM t ORDER BY rowid'
      const found = open.prepare(sql).all()
      open.close()
      return found
    },
    read: (id) => withDatabase(path, 'read', (open) => tablesOf(open)('t').read(id)!),
    write: async (images) => {
      const { id } = await backUpRows(owner, images, 'test', options)
      await withDatabase(path, 'write', (open) => changeRows(open, images))
      return id
    },
  }
}

describe('undo of a row changes its type or its bytes:', () => {
  test.each([...values.entries()])('%i: %s', async (at) => {
    const { options, read, rows, write } = scene()
    const before = rows()
    const former = await read(String(at))
    for (const after of [{ ...former, data: 'new', 'odd "name': { integer: '1' } }, null] as const) {
      const backup = await write([{ table: 't', id: String(at), before: former, after, place: String(at + 1) }])
      expect(rows()).not.toEqual(before)
      await undo(backup, options)
      expect(rows()).toEqual(before)
    }
  })
})

test('one row of several is changed although another one has changed meanwhile', async () => {
  const { read, rows, write } = scene()
  const before = rows()
  const [first, last] = [await read('0'), await read('8')]
  const images = [
    { table: 't', id: '0', before: first, after: { ...first, data: 'new' } },
    { table: 't', id: '8', before: { ...last, data: 'other' }, after: null },
  ]
  await expect(write(images)).rejects.toMatchObject({ cause: { code: 'row_changed' } })
  expect(rows()).toEqual(before)
})

test('a crash between the backup and the write leaves a backup that undoes something', async () => {
  const { options, path, read, rows } = scene()
  const before = rows()
  const former = await read('0')
  const images = [{ table: 't', id: '0', before: former, after: null }]
  const { id } = await backUpRows({ path, agent: 'opencode', session: 's' }, images, 'test', options)
  expect(await undo(id, options)).toMatchObject({ restored: [], unchanged: [path] })
  expect(rows()).toEqual(before)
})

test('kept rows that are damaged are restored, or pruning removes those that a backup names', async () => {
  const { options, read, rows, write } = scene()
  const former = await read('0')
  const backup = await write([{ table: 't', id: '0', before: former, after: null }])
  const later = { ...options, now: () => Date.now() + 3 * 24 * 60 * 60_000 }
  expect(await pruneBackups(later)).toEqual({ removed: [], freedBytes: 0, unreadable: [] })
  const changed = rows()
  const kept = join(
    options.folder,
    readdirSync(options.folder).find((name) => /^[0-9a-f]{64}$/.test(name))!,
  )
  writeFileSync(kept, readFileSync(kept, 'utf8').replace('"before"', '"befor3"'))
  await expect(undo(backup, options)).rejects.toMatchObject({ code: 'backup_unreadable' })
  expect(rows()).toEqual(changed)
})

describe('a change of rows that fails', () => {
  const row = (id: string, data: string | null): RowImage['after'] => ({ id, data })
  const images: RowImage[] = [
    { table: 't', id: 'a', before: row('a', '1'), after: row('a', '2') },
    { table: 't', id: 'b', before: row('b', '1'), after: row('b', '2') },
  ]
  const refused: RowImage = { table: 't', id: 'c', before: null, after: row('c', null) }
  test.each<[string, wanted: readonly RowImage[], check?: () => void]>([
    ['in its check', images, () => JSON.parse('')],
    ['at its first row', [refused, ...images]],
    ['at its last row', [...images, refused]],
    ['at two rows', [refused, ...images, { ...refused, id: 'd', after: row('d', null) }]],
  ])('%s leaves something behind, or keeps the file locked', (_, wanted, check) => {
    const database = new DatabaseSync(':memory:')
    onTestFinished(() => database.close())
    database.exec(
      `CREATE TABLE t (id TEXT PRIMARY KEY, data TEXT NOT NULL); INSERT INTO t VALUES ('a', '1'), ('b', '1')`,
    )
    expect(() => changeRows(database, wanted, check)).toThrow()
    expect(database.isTransaction).toBe(false)
    expect(database.prepare('SELECT data FROM t ORDER BY rowid').all()).toEqual([{ data: '1' }, { data: '1' }])
    changeRows(database, images)
    expect(database.prepare('SELECT data FROM t ORDER BY rowid').all()).toEqual([{ data: '2' }, { data: '2' }])
  })
})

describe('a database of another program that is only read', () => {
  /** A database whose last row stands in its `-wal` alone, and what lies beside it when it was copied with these endings. */
  function copied(...endings: readonly string[]): string {
    const [from, to] = [tempFolder(), tempFolder()]
    const open = new DatabaseSync(join(from, 'a.db'))
    open.exec("PRAGMA journal_mode = WAL; CREATE TABLE t (x); INSERT INTO t VALUES ('kept')")
    open.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    open.exec("INSERT INTO t VALUES ('last')")
    const path = join(to, 'a %25#?.db')
    for (const ending of ['', ...endings]) copyFileSync(join(from, `a.db${ending}`), path + ending)
    open.close()
    return path
  }

  test.each<[string, endings: readonly string[], rows: readonly string[]]>([
    ['at rest', [], ['kept']],
    ['in use', ['-wal', '-shm'], ['kept', 'last']],
    ['left by a crash', ['-wal'], ['kept', 'last']],
  ])('shows other rows %s, or can be written to', async (_, endings, rows) => {
    const path = copied(...endings)
    const before = readdirSync(dirname(path))
    const database = await openReadOnly(path)
    expect(database.prepare('SELECT x FROM t').all()).toEqual(rows.map((x) => ({ x })))
    expect(() => database.exec("INSERT INTO t VALUES ('new')")).toThrow(/readonly/)
    database.close()
    expect(endings.length > 0 || readdirSync(dirname(path)).join()).toBe(endings.length > 0 || before.join())
  })
})

test('a database that is only read is written to, or its work is not done', async () => {
  const { path, rows } = scene()
  const before = rows()
  const change = (open: DatabaseSync): void => open.exec('DELETE FROM t')
  await expect(withDatabase(path, 'read', change)).rejects.toMatchObject({ name: 'FileWorkError' })
  expect(rows()).toEqual(before)
  await withDatabase(path, 'write', change)
  expect(rows()).not.toEqual(before)
  await expect(withDatabase(join(path, '../none.db'), 'write', change)).rejects.toMatchObject({ code: 'not_found' })
  expect(readdirSync(dirname(path))).not.toContain('none.db')
})
