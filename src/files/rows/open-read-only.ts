import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { hasLog } from './has-log.ts'
import { immutableUri } from './immutable-uri.ts'

/**
 * Opens another program's database for reading, and leaves nothing behind: after a clean end there is no shared memory file,
 * and then the file is opened as immutable, since a plain reader would create `-wal` and `-shm`. Throws what SQLite throws.
 */
export async function openReadOnly(path: string): Promise<DatabaseSync> {
  // Loaded here: who looks at other agents does not pay for SQLite.
  const { DatabaseSync } = await import('node:sqlite')
  const isAtRest = !hasLog(path) && !existsSync(`${path}-shm`)
  const database = new DatabaseSync(isAtRest ? immutableUri(path) : path, { readOnly: true })
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA trusted_schema = OFF')
  return database
}
