import type { DatabaseSync } from 'node:sqlite'
import { CHECKED_COLUMNS } from './checked-columns.ts'
import { rowChecksum } from './row-checksum.ts'
import { SCHEMA_V1 } from './schema-v1.ts'

/** Element i takes a file from version i to i + 1. All run in one transaction, from 0 for a new file. */
export const MIGRATIONS: readonly ((database: DatabaseSync) => void)[] = [createSchema, addChecksums]

function createSchema(database: DatabaseSync): void {
  database.exec(SCHEMA_V1)
}

/** Version 2: what a row held when it was written can be proven. */
function addChecksums(database: DatabaseSync): void {
  database.function('row_checksum', { varargs: true, deterministic: true }, (...fields) =>
    rowChecksum(...fields.map((field) => (typeof field === 'string' || field === null ? field : Number(field)))),
  )
  for (const [table, columns] of Object.entries(CHECKED_COLUMNS)) {
    database.exec(`ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0`)
    database.exec(`UPDATE ${table} SET checksum = row_checksum(${columns.join(', ')})`)
  }
}
