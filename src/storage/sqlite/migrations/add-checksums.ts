import type { DatabaseSync } from 'node:sqlite'
import { rowChecksum } from '../row-checksum.ts'

/** Version 2: rows have checksums. Version 3, which always follows, computes them. */
export function addChecksums(database: DatabaseSync): void {
  for (const table of ['sessions', 'messages', 'parts', 'meta'])
    database.exec(`ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0`)
}

/** Lets the SQL of a migration compute the checksum of a row: `row_checksum(column, ...)`. */
export function defineChecksum(database: DatabaseSync): void {
  database.function('row_checksum', { varargs: true, deterministic: true }, (...fields) =>
    rowChecksum(...fields.map((field) => (typeof field === 'string' || field === null ? field : Number(field)))),
  )
}
