import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolders } from '../../files/make-folders.ts'
import { immutableUri } from '../../files/rows/immutable-uri.ts'
import { StoreError } from '../store-error.ts'
import { Appends } from './appends.ts'
import { canShareLog } from './can-share-log.ts'
import { contentOf, isNoPath, placeOf } from './file-place.ts'
import { migrateFrom, SCHEMA_VERSION } from './migrations/migrations.ts'
import { OwnSessions } from './own-sessions.ts'
import { parseNumber } from './parse-rows.ts'
import { toStoreError } from './sqlite-error.ts'
import { Statements } from './statements.ts'

/** Marks the file as ours (`PRAGMA application_id`): the bytes of "SREC". */
const APPLICATION_ID = 0x53524543

/** A repair reads all rows of a session: a long one does not fit SQLite's default 2 MB, and each page would be read again. */
const CACHE_KIB = 16_384

/**
 * The page size of new files; existing ones keep theirs. SQLite moves the rest of a row longer than about a quarter of a page into
 * overflow pages: with 4 kB pages each message of a kilobyte took a whole one.
 */
const PAGE_BYTES = 8192

/** SQLite itself waits this long, enough for another process's short transaction; the backend waits longer (`busyTimeoutMs`). */
const SPIN_MS = 5

export interface OpenOptions {
  readonly synchronous: 'full' | 'normal'
  readonly readOnly: boolean
}

export interface OpenDatabase {
  readonly database: DatabaseSync
  readonly sql: Statements
  /** Belongs to the connection, like the `data_version` that it depends on. */
  readonly own: OwnSessions
  /** The connection's cache of the table `appends`. */
  readonly appends: Appends
  /** False when the path now leads to another file or to none: writes into the open file would be lost. */
  readonly isInPlace: () => boolean
  /** Whether the file is read as immutable, without locks: if it changes meanwhile, the result is discarded and read again. */
  readonly isImmutable: boolean
}

/**
 * Opens the file, refuses those that are not ours, and migrates old ones.
 *
 * @throws StoreError `foreign_file`, `newer_schema`, and SQLite's own errors
 */
export function openDatabase(path: string, options: OpenOptions): OpenDatabase {
  if (!options.readOnly) createPrivately(path)
  try {
    return openAs(path, options)
  } catch (cause) {
    // To read a WAL database, SQLite creates files beside it: impossible on a read-only medium or in a folder of another user.
    const content = options.readOnly && isRefused(toStoreError(cause, path)) ? contentOf(path) : undefined
    if (content === undefined) throw cause
    return openAs(path, options, content)
  }
}

const isRefused = (error: unknown): boolean =>
  StoreError.isInstance(error) && (error.code === 'cannot_open' || error.code === 'read_only')

/** With `content` (see `contentOf`) the file is opened as immutable, and is in place only as long as it has that content. */
function openAs(path: string, options: OpenOptions, content?: string): OpenDatabase {
  const database = new DatabaseSync(content === undefined ? path : immutableUri(path), {
    readOnly: options.readOnly,
    enableForeignKeyConstraints: false,
  })
  try {
    const sql = new Statements(database)
    database.exec(`PRAGMA busy_timeout = ${SPIN_MS}; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON`)
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}; PRAGMA page_size = ${PAGE_BYTES}`)
    checkOrigin(database, path)
    if (options.readOnly) refuseOld(database, path)
    else {
      // I8: a commit is acknowledged after the fsync of the log.
      const mode = canShareLog(String(Object(sql.get('SELECT sqlite_version() AS version')).version)) ? 'WAL' : 'DELETE'
      database.exec(`PRAGMA journal_mode = ${mode}; PRAGMA synchronous = ${options.synchronous}`)
      migrate(database, path)
    }
    const markOf = content === undefined ? placeOf : contentOf
    const place = content ?? placeOf(path)
    const isInPlace = (): boolean => place === undefined || markOf(path) === place
    return {
      database,
      sql,
      own: new OwnSessions(),
      appends: new Appends(),
      isInPlace,
      isImmutable: content !== undefined,
    }
  } catch (error) {
    database.close()
    throw error
  }
}

/** Creates the file with access for this user only (I12); SQLite gives its log the same mode. */
function createPrivately(path: string): void {
  if (isNoPath(path)) return
  try {
    makeFolders(dirname(path))
    closeSync(openSync(path, 'ax', 0o600))
  } catch {
    // The file exists, or SQLite will report the reason better.
  }
}

function pragma(database: DatabaseSync, name: string): number {
  return parseNumber(database.prepare(`SELECT ${name} AS value FROM pragma_${name}`).get(), name)
}

/** Refuses, before anything is written, a file of another program or of a newer version. */
function checkOrigin(database: DatabaseSync, path: string): void {
  const version = pragma(database, 'user_version')
  const tables = parseNumber(database.prepare('SELECT count(*) AS value FROM sqlite_schema').get(), 'schema')
  const isNew = version === 0 && tables === 0
  if (!isNew && pragma(database, 'application_id') !== APPLICATION_ID)
    throw new StoreError({ code: 'foreign_file', message: 'The file is the database of another program.', path })
  if (version > SCHEMA_VERSION)
    throw new StoreError({
      code: 'newer_schema',
      message: `The session store has schema version ${version}; this version knows up to ${SCHEMA_VERSION}.`,
      path,
    })
}

function refuseOld(database: DatabaseSync, path: string): void {
  if (pragma(database, 'user_version') === SCHEMA_VERSION) return
  throw new StoreError({
    code: 'read_only',
    message: 'The session store has an older schema and must be migrated.',
    remedy:
      'Open it once without `readOnly: true`, or run `session-recovery fleet --store FILE`, as a user who may write it; what is to stay as it is, copy before.',
    path,
  })
}

/** Migrates in one transaction. Another process may have been faster, so the version is read again under the lock. */
function migrate(database: DatabaseSync, path: string): void {
  if (pragma(database, 'user_version') === SCHEMA_VERSION) return
  // A failure closes the connection (`openAs`), which rolls the transaction back.
  database.exec('BEGIN IMMEDIATE')
  checkOrigin(database, path)
  migrateFrom(pragma(database, 'user_version'), database)
  database.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${SCHEMA_VERSION}`)
  database.exec('COMMIT')
}
