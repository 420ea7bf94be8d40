import type { DatabaseSync } from 'node:sqlite'
import { rowChecksum } from '../row-checksum.ts'

const COLUMNS = {
  sessions: ['id', 'revision', 'count', 'head', 'created_at', 'updated_at'],
  messages: ['session', 'meta', 'raw', 'content_digest'],
  parts: [
    'session',
    'call_id',
    'occurrence',
    'name',
    'input',
    'status',
    'output',
    'is_error',
    'synthetic',
    'started_at',
    'ended_at',
  ],
  meta: ['session', 'key', 'value'],
}

/** Version 2: what a row held when it was written can be proven. */
export function addChecksums(database: DatabaseSync): void {
  defineChecksum(database)
  for (const [table, columns] of Object.entries(COLUMNS)) {
    database.exec(`ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0`)
    database.exec(`UPDATE ${table} SET checksum = row_checksum(${columns.join(', ')})`)
  }
}

/** Lets the SQL of a migration compute the checksum of a row: `row_checksum(column, ...)`. */
export function defineChecksum(database: DatabaseSync): void {
  database.function('row_checksum', { varargs: true, deterministic: true }, (...fields) =>
    rowChecksum(...fields.map((field) => (typeof field === 'string' || field === null ? field : Number(field)))),
  )
}
