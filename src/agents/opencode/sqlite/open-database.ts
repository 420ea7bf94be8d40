import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { FileWorkError } from '../../../files/file-work-error.ts'
import { openReadOnly } from '../../sqlite/open-read-only.ts'

async function openToWrite(path: string): Promise<DatabaseSync> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(path)
  // opencode's own transactions are short.
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF')
  return database
}

/**
 * Runs `work` on opencode's database and closes it.
 *
 * @throws FileWorkError when it cannot be read; what `work` throws is its `cause`
 */
export async function withDatabase<T>(
  path: string,
  mode: 'read' | 'write',
  work: (database: DatabaseSync) => T,
): Promise<T> {
  let database: DatabaseSync | undefined
  try {
    // SQLite would create a missing file.
    if (!existsSync(path)) throw new FileWorkError('not_found', path, 'The database cannot be read')
    database = await (mode === 'read' ? openReadOnly(path) : openToWrite(path))
    return work(database)
  } catch (cause) {
    throw FileWorkError.from(cause, path, 'The database cannot be read')
  } finally {
    database?.close()
  }
}
