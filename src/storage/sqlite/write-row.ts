import type { SQLInputValue } from 'node:sqlite'
import { CHECKED_COLUMNS, type CheckedTable } from './columns.ts'
import { type Field, rowChecksum } from './row-checksum.ts'
import type { Statements } from './statements.ts'

/** Inserts or updates a row with its checksum. `key` lists the key columns; `unchecked` are columns that the checksum leaves out. */
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

/** The statement of each table, built once: a table is always written with the same columns. */
const texts = new Map<CheckedTable, string>()

function textFor(table: CheckedTable, key: string, unchecked: readonly string[]): string {
  const all = [...CHECKED_COLUMNS[table], 'checksum', ...unchecked]
  // Key columns are not updated: SQLite would write their index even for equal values, one more page per commit.
  const keys = new Set(key.split(', '))
  const updates = all
    .filter((column) => !keys.has(column))
    .map((column) => `${column} = excluded.${column}`)
    .join(', ')
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${updates}`
}
