import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { pruneBackups } from '../../src/files/prune-backups.ts'
import { resolveBackupFolder } from '../../src/files/backup-folder.ts'
import type { FileWorkError } from '../../src/files/file-work-error.ts'
import { contentOf } from '../../src/files/has-content.ts'
import { backUpRows } from '../../src/files/rows/back-up-rows.ts'
import type { Cells } from '../../src/files/rows/cell.ts'
import { changeRows, tablesOf } from '../../src/files/rows/change-rows.ts'
import { openReadOnly } from '../../src/files/rows/open-read-only.ts'
import type { RowImage } from '../../src/files/rows/row-image.ts'
import { TableRows } from '../../src/files/rows/table-rows.ts'
import { asChanged, restoreRows, rowsToRestore } from '../../src/files/rows/undo-rows.ts'
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

describe('rows that are put back', () => {
  const cells = (id: string, x: string): Cells => ({ id, x })
  const image = (id: string): RowImage => ({ table: 't', id, before: cells(id, 'old'), after: cells(id, 'new') })

  /** Two rows that a repair has changed. */
  async function changed() {
    const home = tempFolder()
    const path = join(home, 'a.db')
    const run = (sql: string): unknown[] => {
      const open = new DatabaseSync(path)
      const found = sql.startsWith('SELECT') ? open.prepare(sql).all() : [open.exec(sql)]
      open.close()
      return found
    }
    run("CREATE TABLE t (id TEXT PRIMARY KEY, x); INSERT INTO t VALUES ('1', 'old'), ('2', 'old')")
    const options = { folder: join(home, 'backups') }
    const owner = { path, agent: 'opencode', session: 's' }
    const { id, rows } = await backUpRows(owner, [image('1'), image('2')], 'test', options)
    await withDatabase(path, 'write', (open) => changeRows(open, [image('1'), image('2')]))
    const texts = () => run('SELECT x FROM t ORDER BY id').map((row) => Object(row).x as string)
    return { path, options, owner, id, kept: rows![0]!, run, texts }
  }

  test.each([
    ['the first is', '1'],
    ['the last is', '2'],
  ])('are taken for all that they were when %s, or for nobody’s', async (_, id) => {
    const { id: backup, options, path, run, texts } = await changed()
    run(`UPDATE t SET x = 'old' WHERE id = '${id}'`)
    expect(await undo(backup, options)).toMatchObject({ restored: [path], unchanged: [] })
    expect(texts()).toEqual(['old', 'old'])
  })

  test.each(['1', '2'])(
    'overwrite what somebody has written into row %s since, or a forced undo loses it',
    async (id) => {
      const { id: backup, options, path, run, texts } = await changed()
      run(`UPDATE t SET x = 'theirs' WHERE id = '${id}'`)
      const before = texts()
      await expect(undo(backup, options)).rejects.toMatchObject({ code: 'changed_meanwhile', path })
      expect(texts()).toEqual(before)
      const forced = await undo(backup, { ...options, force: true })
      expect(texts()).toEqual(['old', 'old'])
      expect(forced.backup).toMatchObject({ files: [], rows: [{ path, agent: 'opencode', session: 's' }] })
      expect(forced.backup!.reason).toBe(`before the forced undo of ${backup}`)
      await undo(forced.backup!.id, { ...options, force: true })
      expect(texts()).toEqual(before)
    },
  )

  test('are written over what somebody has written while they were compared', async () => {
    const { kept, options, path, run, texts } = await changed()
    const found = await rowsToRestore(resolveBackupFolder(options), kept)
    run("UPDATE t SET x = 'theirs' WHERE id = '2'")
    await expect(restoreRows(found)).rejects.toMatchObject({
      code: 'changed_meanwhile',
      path,
      cause: { code: 'row_changed', name: 'RowChangedError' },
    })
    expect(texts()).toEqual(['new', 'theirs'])
    const other = new Error('other')
    expect(asChanged(other, path)).toBe(other)
  })

  test('wait for a writer although there is nothing to put back', async () => {
    const { id, options, path, run } = await changed()
    run("UPDATE t SET x = 'old'")
    const writer = new DatabaseSync(path)
    onTestFinished(() => writer.close())
    writer.exec('BEGIN IMMEDIATE')
    expect(await undo(id, options)).toMatchObject({ restored: [], unchanged: [path] })
  })

  test('come from a copy that is whole and holds no rows', async () => {
    const { kept, options } = await changed()
    const bytes = Buffer.from('{"schema":1,"rows":[{"table":""}]}')
    const content = contentOf(bytes)
    writeFileSync(join(options.folder, content.sha256), bytes)
    await expect(rowsToRestore(resolveBackupFolder(options), { ...kept, ...content })).rejects.toMatchObject({
      code: 'backup_unreadable',
      message: expect.stringContaining('The kept rows cannot be read'),
      cause: expect.objectContaining({ name: '$ZodError' }),
    })
    await expect(
      rowsToRestore(resolveBackupFolder(options), { ...kept, sha256: '0'.repeat(64) }),
    ).rejects.toMatchObject({ code: 'backup_unreadable', cause: { code: 'ENOENT' } })
  })

  test('come back in pieces that are in another order', async () => {
    const { kept, options, owner } = await changed()
    const big = ['a', 'b'].map((part): RowImage => ({ ...image('1'), after: { id: '1', x: part.repeat(700_000) } }))
    const { rows } = await backUpRows(owner, big, 'test', options)
    const found = await rowsToRestore(resolveBackupFolder(options), { ...kept, ...rows![0]! })
    expect(found.images).toHaveLength(2)
  })

  test('of two databases are told in another order', async () => {
    const [one, two] = [await changed(), await changed()]
    const file = join(one.options.folder, `${one.id}.json`)
    const copy = readFileSync(join(two.options.folder, two.kept.sha256))
    writeFileSync(join(one.options.folder, two.kept.sha256), copy)
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), rows: [one.kept, two.kept] }))
    for (const { run } of [one, two]) run("UPDATE t SET x = 'theirs' WHERE id = '1'")
    await expect(undo(one.id, one.options)).rejects.toMatchObject({ code: 'changed_meanwhile', path: one.path })
    expect((await undo(one.id, { ...one.options, force: true })).restored).toEqual([one.path, two.path])
    expect([one.texts(), two.texts()]).toEqual([
      ['old', 'old'],
      ['old', 'old'],
    ])
  })
})

test.each([
  [5, 'live'],
  [6, 'live'],
  [5 | (3 << 8), 'live'],
  [6 | (1 << 8), 'live'],
  [1, 'io'],
  [7, 'io'],
  [4, 'io'],
  [undefined, 'io'],
])('a database that fails with %j is told as something else, or stays open', async (errcode, code) => {
  const { path } = scene()
  const open: DatabaseSync[] = []
  const cause = Object.assign(new Error('no'), errcode !== undefined && { errcode })
  const work = withDatabase(path, 'write', (database) => {
    open.push(database)
    throw cause
  })
  await expect(work).rejects.toMatchObject({ code, path, cause })
  expect(open.map((database) => database.isOpen)).toEqual([false])
})

describe('a row that others belong to', () => {
  const insert = "INSERT INTO p VALUES ('p', 'x'); INSERT INTO c VALUES ('c1', 'p'), ('c2', 'p'), ('other', NULL)"
  const gone = (table: string, id: string, before: Cells): RowImage => ({ table, id, before, after: null })
  const images = {
    p: gone('p', 'p', { id: 'p' }),
    c1: gone('c', 'c1', { id: 'c1', parent: 'p' }),
    c2: gone('c', 'c2', { id: 'c2', parent: 'p' }),
  }
  const { p, c1, c2 } = images

  test.each<[string, wanted: readonly RowImage[], left: string | undefined]>([
    ['alone', [p], 'c c1'],
    ['with the first of them', [p, c1], 'c c2'],
    ['with the last of them', [c2, p], 'c c1'],
    ['with all of them', [p, c1, c2], undefined],
    ['behind all of them', [c1, c2, p], undefined],
  ])('goes %s', async (_, wanted, left) => {
    const path = join(tempFolder(), 'a.db')
    const made = new DatabaseSync(path)
    onTestFinished(() => made.close())
    made.exec(`CREATE TABLE p (id TEXT PRIMARY KEY, x); CREATE TABLE c (id TEXT PRIMARY KEY, parent REFERENCES p (id))`)
    made.exec(insert)
    const refusal = await withDatabase(path, 'write', (open) => changeRows(open, wanted)).then(
      () => undefined,
      ({ cause }: FileWorkError) => `${Object(cause).code}: ${Object(cause).message}`,
    )
    expect(refusal).toBe(left && `row_changed: The ${left} still belongs to the p p`)
    const ids = made.prepare('SELECT id FROM p UNION SELECT id FROM c ORDER BY id').all()
    expect(ids.map(({ id }) => id)).toEqual(left === undefined ? ['other'] : ['c1', 'c2', 'other', 'p'])
    // A row that only changes keeps what belongs to it, and one that is made asks for nothing.
    const after = { id: 'c3', parent: 'p' }
    const more: RowImage[] = [{ table: 'c', id: 'c3', before: null, after }]
    if (left !== undefined) more.push({ table: 'p', id: 'p', before: { id: 'p', x: 'x' }, after: { id: 'p', x: 'y' } })
    await withDatabase(path, 'write', (open) => changeRows(open, more))
    expect(made.prepare("SELECT parent FROM c WHERE id = 'c3'").all()).toEqual([{ parent: 'p' }])
  })
})

describe('a row', () => {
  function table(sql: string): [DatabaseSync, TableRows] {
    const database = new DatabaseSync(':memory:')
    onTestFinished(() => database.close())
    database.exec(sql)
    return [database, new TableRows(database, 't')]
  }

  test('is told to stand elsewhere, or is put where another one stands', () => {
    const far = '9007199254740993'
    const [, rows] = table(`CREATE TABLE t (id TEXT, x); INSERT INTO t (rowid, id) VALUES (3, 'a'), (${far}, 'far')`)
    expect([rows.place('a'), rows.place('far'), rows.place('none')]).toEqual(['3', far, undefined])
    rows.insert({ id: 'taken' }, '3')
    rows.insert({ id: 'free' }, '2')
    rows.insert({ id: 'any' })
    const places = ['a', 'taken', 'free', 'any'].map((id) => rows.place(id))
    expect(places).toEqual(['3', '9007199254740994', '2', '9007199254740995'])
  })

  test('of a table without places is given one', () => {
    const [, rows] = table("CREATE TABLE t (id TEXT PRIMARY KEY, x) WITHOUT ROWID; INSERT INTO t (id) VALUES ('a')")
    rows.insert({ id: 'b', x: 'y' }, '7')
    expect([rows.place('a'), rows.read('b'), rows.read('c')]).toEqual([undefined, { id: 'b', x: 'y' }, null])
  })

  test('is written in columns that stay as they are', () => {
    const [database, rows] = table("CREATE TABLE t (id TEXT, x, y); INSERT INTO t VALUES ('a', 'x', 'y')")
    database.exec("CREATE TRIGGER kept BEFORE UPDATE OF x ON t BEGIN SELECT RAISE(ABORT, 'x was written'); END")
    const before = rows.read('a')!
    changeRows(database, [{ table: 't', id: 'a', before, after: { ...before, y: 'new' } }])
    changeRows(database, [{ table: 't', id: 'a', before: rows.read('a'), after: { ...before, y: 'new' } }])
    expect(rows.read('a')).toEqual({ id: 'a', x: 'x', y: 'new' })
  })
})
