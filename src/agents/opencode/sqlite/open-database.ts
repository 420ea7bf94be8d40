import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { FileWorkError } from '../../../files/file-work-error.ts'

/** How long a write waits for another process: opencode's own transactions are short. */
const BUSY_MS = 5000

function notADatabase(path: string, cause: unknown): FileWorkError {
  return FileWorkError.from(cause, path, 'The database cannot be read')
}

/**
 * Opens opencode's database. Reading leaves nothing behind: after a clean end there is no shared memory file, and then the
 * file is opened as immutable, since a plain reader would create `-wal` and `-shm`.
 *
 * @throws FileWorkError when it is no database
 */
export async function openDatabase(path: string, mode: 'read' | 'write'): Promise<DatabaseSync> {
  // Loaded here: who looks at other agents does not pay for SQLite.
  const { DatabaseSync } = await import('node:sqlite')
  const isAtRest = !existsSync(`${path}-wal`) && !existsSync(`${path}-shm`)
  const uri = `file:${path.split('/').map(encodeURIComponent).join('/')}?immutable=1`
  try {
    if (!existsSync(path)) throw new FileWorkError('not_found', path, 'The database cannot be read')
    const database =
      mode === 'read' && isAtRest
        ? new DatabaseSync(uri, { readOnly: true })
        : new DatabaseSync(path, { readOnly: mode === 'read' })
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}; PRAGMA trusted_schema = OFF`)
    return database
  } catch (cause) {
    throw notADatabase(path, cause)
  }
}

/** Runs `work` on the database and closes it. */
export async function withDatabase<T>(
  path: string,
  mode: 'read' | 'write',
  work: (database: DatabaseSync) => T,
): Promise<T> {
  const database = await openDatabase(path, mode)
  try {
    return work(database)
  } catch (cause) {
    throw notADatabase(path, cause)
  } finally {
    database.close()
  }
}
