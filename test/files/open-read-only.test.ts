import { copyFileSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openReadOnly } from '../../src/files/rows/open-read-only.ts'
import { tempFolder } from './temp-folder.ts'

/** A database as it lies there when a transaction was broken off, whose rows are in the file already. */
function brokenOff(): string {
  const path = join(tempFolder(), 'a.db')
  const copy = join(tempFolder(), 'a.db')
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = DELETE; CREATE TABLE t (v TEXT); PRAGMA cache_size = 1; BEGIN')
  for (let row = 0; row < 300; row += 1) database.exec(`INSERT INTO t VALUES ('${'x'.repeat(2000)}')`)
  for (const name of readdirSync(join(path, '..')))
    copyFileSync(join(path, '..', name), join(copy, '..', basename(name)))
  database.close()
  return copy
}

test('what a transaction that was broken off has written is read as if it had ended', async () => {
  const path = brokenOff()
  expect(readdirSync(join(path, '..')).sort()).toEqual(['a.db', 'a.db-journal'])
  const database = await openReadOnly(path)
  let rows: unknown
  try {
    rows = database.prepare('SELECT count(*) AS n FROM t').get()?.['n']
  } catch {
    // Who may not write cannot take the rows out again, and says so.
    rows = 0
  }
  database.close()
  expect(rows).toBe(0)
})
