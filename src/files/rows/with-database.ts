import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { FileWorkError } from '../file-work-error.ts'
import { openReadOnly } from './open-read-only.ts'

async function openToWrite(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path)
  // The program of the database may be at work in other rows: the wait is for its transactions, which are short.
  // Without foreign keys nothing is written but the rows that are named; who depends on them is asked for (`change-rows.ts`).
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = OFF')
  return database
}

type Mode = 'read' | 'write'

const openers: Readonly<Record<Mode, (path: string) => Promise<DatabaseSync>>> = {
  read: openReadOnly,
  write: openToWrite,
}

/** SQLITE_BUSY and SQLITE_LOCKED, in the low byte of the code. */
function isBusy(cause: unknown): boolean {
  const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : 0
  return code === 5 || code === 6
}

/**
 * Runs `work` on the database of another program and closes it.
 *
 * @throws FileWorkError `live` when another process keeps it locked, others when it cannot be read; what `work` throws is its `cause`
 */
export async function withDatabase<T>(path: string, mode: Mode, work: (database: DatabaseSync) => T): Promise<T> {
  let database: DatabaseSync | undefined
  try {
    // SQLite would create a missing file.
    if (!existsSync(path)) throw new FileWorkError('not_found', path, 'The database cannot be read')
    database = await openers[mode](path)
    return work(database)
  } catch (cause) {
    if (isBusy(cause)) throw new FileWorkError('live', path, 'The database is in use', { cause })
    throw FileWorkError.from(cause, path, 'The database cannot be read')
  } finally {
    database?.close()
  }
}
