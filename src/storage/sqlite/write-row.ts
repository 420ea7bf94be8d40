import type { SQLInputValue } from 'node:sqlite'
import { CHECKED_COLUMNS, type CheckedTable } from './columns.ts'
import { type Field, rowChecksum } from './row-checksum.ts'
import type { Statements } from './statements.ts'

/** Writes a row with its checksum; the key says which columns name an existing one. `unchecked` are further columns. */
export function writeRow(
  sql: Statements,
  table: CheckedTable,
  row: Readonly<Record<string, Field>>,
  key: string,
  unchecked: Readonly<Record<string, SQLInputValue>> = {},
): void {
  const fields = CHECKED_COLUMNS[table].map((column) => row[column]!)
  let text = texts.get(table)
  if (text === undefined) texts.set(table, (text = textFor(table, key, Object.keys(unchecked))))
  sql.run(text, ...fields, rowChecksum(...fields), ...Object.values(unchecked))
}

/** A table is always written in one way: its statement is put together once. */
const texts = new Map<CheckedTable, string>()

function textFor(table: CheckedTable, key: string, unchecked: readonly string[]): string {
  const all = [...CHECKED_COLUMNS[table], 'checksum', ...unchecked]
  // A column of the key that is set to what it was is written into its index all the same: one more page a commit.
  const keys = new Set(key.split(', '))
  const updates = all
    .filter((column) => !keys.has(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${updates}`
}
