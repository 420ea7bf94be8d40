import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileWorkRemedies } from '../../files/file-work-error.ts'
import { lacksDescriptors } from '../../files/lacks-descriptors.ts'
import type { Outcome } from '../decision.ts'
import { encodeText } from '../encode-text.ts'
import type { FactNeeds, Facts } from '../facts.ts'
import { StoreError } from '../store-error.ts'
import type { StoreBackend } from '../store-backend.ts'
import { applyToSqlite } from './apply-to-sqlite.ts'
import { listings, loadFromSqlite } from './load-from-sqlite.ts'
import { fixedPath } from './file-place.ts'
import { openDatabase, type OpenDatabase, type OpenOptions } from './open-database.ts'
import { toStoreError } from './sqlite-error.ts'

export interface SqliteBackend extends StoreBackend {
  /** Throws `corrupt` when SQLite finds the file damaged. */
  checkIntegrity(): Promise<void>
  readonly newest: NonNullable<StoreBackend['newest']>
}

const MAX_PAUSE_MS = 25

/**
 * Rows in a SQLite file. `node:sqlite` blocks the event loop, so waiting for another process's lock happens outside of
 * it: the whole transaction is tried again after a pause. Calls run one after the other.
 */
export function sqliteBackend(path: string, options: OpenOptions & { readonly busyTimeoutMs: number }): SqliteBackend {
  const file = fixedPath(path)
  let opened: OpenDatabase | undefined
  let isClosed = false
  let last: Promise<unknown> = Promise.resolve()

  const drop = (): void => {
    opened?.database.close()
    opened = undefined
  }

  /** Whether an immutable file has changed: any result, also `corrupt`, may then come from pages of two different moments. */
  const isOutdated = (): boolean => opened?.isImmutable === true && !opened.isInPlace()

  const attempt = <T>(use: (opened: OpenDatabase) => T, mayReread = true): T => {
    try {
      opened ??= openDatabase(file, options)
      const used = use(opened)
      if (!opened.isInPlace()) throw movedError(path)
      return used
    } catch (cause) {
      if (isOutdated()) {
        drop()
        if (mayReread) return attempt(use, false)
        throw movedError(path)
      }
      const error = toStoreError(cause, path)
      // After a failed write or fsync the kernel may have dropped dirty pages: only a new descriptor sees what is on the disk.
      if (StoreError.isInstance(error) && error.code === 'io') drop()
      throw locate(error, path, options.readOnly)
    }
  }

  const untilUnlocked = async <T>(use: (opened: OpenDatabase) => T): Promise<T> => {
    const deadline = performance.now() + options.busyTimeoutMs
    for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        return attempt(use)
      } catch (error) {
        if (!StoreError.isInstance(error) || error.code !== 'locked' || performance.now() >= deadline) throw error
      }
      await sleep(pause)
    }
  }

  const inOrder = <T>(use: (opened: OpenDatabase) => T): Promise<T> => {
    if (isClosed)
      return Promise.reject(new StoreError({ code: 'closed', message: 'The session store is closed.', path }))
    const result = last.then(() => untilUnlocked(use))
    last = result.catch(() => undefined)
    return result
  }

  const read = <T>(work: (opened: OpenDatabase) => T): Promise<T> =>
    inOrder((opened) => inTransaction(opened, 'BEGIN', () => work(opened)))

  return {
    run: (needs, decide) => {
      if (options.readOnly)
        return read(({ sql, appends }) => unchangedBy(decide(loadFromSqlite(sql, appends, needs)), path))
      return inOrder((opened) => {
        const outcome = inTransaction(opened, 'BEGIN IMMEDIATE', () => runOn(opened, needs, decide))
        if (outcome.refusal === undefined) opened.own.keep(outcome.changes)
        return outcome
      })
    },
    load: (needs) => read(({ sql, appends }) => loadFromSqlite(sql, appends, needs)),
    sessions: () => read(({ sql, appends }) => listings.sessions(sql, appends)),
    newest: (limit) => read(({ sql, appends }) => listings.newest(sql, appends, limit)),
    pendingTurns: (limit) => read(({ sql, appends }) => listings.pendingTurns(sql, appends, limit)),
    prefixes: (digests) => read(({ sql, appends }) => listings.prefixes(sql, appends, digests)),
    statesNamed: (owner, key) => read(({ sql, appends }) => listings.statesNamed(sql, appends, owner, key)),
    reference: (id) => read(({ sql, appends }) => listings.reference(sql, appends, id)),
    checkIntegrity: () =>
      inOrder(({ sql }) => {
        const findings = sql.all('PRAGMA integrity_check(1)').map((row) => Object.values(Object(row)).join())
        if (findings.join() !== 'ok')
          throw new StoreError({ code: 'corrupt', message: 'SQLite finds the session store damaged.', path })
      }),
    close() {
      isClosed = true
      last = last.then(() => {
        if (opened?.appends.areOwn) settleQuietly(opened)
        drop()
      })
      return last.then(() => undefined)
    },
  }
}

/** The call has read or written the file that was moved away, so it is not acknowledged (I8). */
function movedError(path: string): StoreError {
  const message = 'The session store was moved away, removed or replaced while it was open.'
  const remedy = 'Nothing was acknowledged. Put the file back, or go on with what stands there: the next call opens it.'
  return new StoreError({ code: 'io', message, remedy, path })
}

/** In a read-only store a decision without changes (such as `readCopied`) succeeds; any other is refused. */
function unchangedBy<Result>(outcome: Outcome<Result>, path: string): Outcome<Result> {
  if (outcome.refusal !== undefined || outcome.changes.length === 0) return outcome
  throw new StoreError({ code: 'read_only', message: 'The session store was opened to be read only.', path })
}

/** Within a transaction: loads, decides, writes. */
function runOn<Result>(
  { sql, own, appends }: OpenDatabase,
  needs: FactNeeds,
  decide: (facts: Facts) => Outcome<Result>,
): Outcome<Result> {
  // A decision that needs messages mostly moves them, so the rows in `appends` are moved to `messages` first.
  if (needs.positions || needs.contents) appends.settle(sql, encodeText(needs.sessionID))
  const facts = loadFromSqlite(sql, appends, needs, own.get(needs.sessionID))
  const decided = decide(facts)
  if (decided.refusal === undefined) applyToSqlite(sql, appends, facts.session, decided.changes)
  return decided
}

/** Even reads run in a transaction, so that a session and its messages come from the same moment. */
function inTransaction<T>({ database, sql, own, appends }: OpenDatabase, begin: string, work: () => T): T {
  sql.run(begin)
  try {
    if (own.hasNews(sql)) appends.read(sql)
    const result = work()
    sql.run('COMMIT')
    return result
  } catch (error) {
    own.forget()
    appends.forget()
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Empties `appends` before the file is closed, so that all messages are in one table; skipped if that fails. */
function settleQuietly(opened: OpenDatabase): void {
  try {
    inTransaction(opened, 'BEGIN IMMEDIATE', () => opened.appends.settleAll(opened.sql))
  } catch {
    // The messages are durable in either table.
  }
}

/** File descriptors that SQLite needs: the database, its log, the log's index, and one that it opens for a moment. */
const DESCRIPTORS = 4

/** Adds the file's path to errors, and distinguishes too many open files and a read-only folder from a missing one. */
function locate(error: unknown, path: string, readOnly: boolean): unknown {
  if (!StoreError.isInstance(error)) return error
  if (error.code === 'cannot_open' && lacksDescriptors(DESCRIPTORS))
    return new StoreError({
      code: 'io',
      message: 'The session store cannot be opened: this process has too many files open.',
      remedy: fileWorkRemedies.too_many_open,
      path,
      cause: error.cause,
    })
  const isRefusedRead = readOnly && error.code === 'read_only' && error.cause !== undefined
  if ((error.code === 'cannot_open' || isRefusedRead) && existsSync(path))
    return new StoreError({
      code: 'read_only',
      message: 'The session store or its folder cannot be written.',
      // SQLite can read a log that was left beside it only with files that it creates.
      ...(readOnly && {
        remedy:
          'Copy the file and the `-wal` or `-journal` beside it to a folder that can be written, and read them there.',
      }),
      path,
      cause: error.cause,
    })
  return error.path === undefined ? error.in(path) : error
}
