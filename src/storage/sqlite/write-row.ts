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
  const columns = CHECKED_COLUMNS[table]
  const fields = columns.map((column) => row[column] ?? null)
  const extra = Object.keys(unchecked)
  const all = [...columns, 'checksum', ...extra]
  const updates = all.map((column) => `${column} = excluded.${column}`).join(', ')
  const text = `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (${key}) DO UPDATE SET ${updates}`
  sql.run(text, ...fields, rowChecksum(...fields), ...Object.values(unchecked))
}
