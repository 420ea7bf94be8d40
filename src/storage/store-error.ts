import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/**
 * What went wrong in a store, named by what the caller can do about it.
 *
 * - `stale_revision`: another writer changed the session; load again and plan again
 * - `undo_conflict`: newer changes touch the same messages
 * - `lease_lost`: another process took the session over; stop. A journal may hold what the call had already written: load anew
 * - `turn_final`, `turn_conflict`: the turn is over, is in a later state, or was begun with another input
 * - `locked`: another process holds the file; try again later
 * - `disk_full`, `read_only`, `cannot_open`, `io`: the file system refuses; nothing was changed
 * - `unreachable`: the database did not answer in time; the command may or may not have been done
 * - `corrupt`, `invalid_row`: the file holds something this library never wrote
 * - `newer_schema`, `foreign_file`: the file belongs to a newer version, or to another program
 * - `not_found`, `invalid_edit`, `invalid_value`, `too_large`, `closed`: the call itself cannot be answered
 */
export type StoreErrorCode =
  | 'stale_revision'
  | 'undo_conflict'
  | 'lease_lost'
  | 'turn_final'
  | 'turn_conflict'
  | 'locked'
  | 'disk_full'
  | 'read_only'
  | 'cannot_open'
  | 'io'
  | 'unreachable'
  | 'corrupt'
  | 'invalid_row'
  | 'newer_schema'
  | 'foreign_file'
  | 'not_found'
  | 'invalid_edit'
  | 'invalid_value'
  | 'too_large'
  | 'closed'

const REMEDIES: Record<StoreErrorCode, string> = {
  stale_revision: 'Load the session again and plan the change on its newest state.',
  undo_conflict: 'Undo the newer changes first.',
  lease_lost: 'Another recovery has taken this session over; stop this one.',
  turn_final: 'Its first final state stands; begin a new turn.',
  turn_conflict: 'Read the turn with `turns.get` and go on from its state.',
  locked: 'Another process is writing; try again, or raise `busyTimeoutMs`.',
  disk_full: 'Nothing was changed. Free some space on that disk and try again.',
  read_only: 'Make the file and its folder writable, or open the store with `readOnly: true` and only read.',
  cannot_open: 'Check that the folder exists and that this user may write in it.',
  io: 'Nothing was acknowledged. Check the disk; the next call opens the file anew.',
  unreachable:
    'Check that the database runs and lets this machine in; read the session before the command is repeated.',
  corrupt: 'Move the file aside (with its -wal and -shm files), then restore a backup or run `sqlite3 FILE .recover`.',
  invalid_row: 'The row was not written by this library; restore a backup or remove that session.',
  newer_schema: 'Update session-recovery; this version must not touch the file.',
  foreign_file: 'Give the store a file of its own.',
  not_found: 'Check the id.',
  invalid_edit: 'Plan the edits on exactly the messages that `load` returned.',
  invalid_value: 'Nothing was done. Give the call another value.',
  too_large: 'Store less; the memory store takes more with a higher `maxSize`, a file as much as its disk has.',
  closed: 'Create a new store.',
}

/** The facts of a {@link StoreError}. `message` says what happened; the remedy is added. */
export interface StoreErrorInit {
  readonly code: StoreErrorCode
  readonly message: string
  /** What the caller can do, when the remedy of the code is not specific enough. */
  readonly remedy?: string
  /** The store's file, or the host and name of its database, where it has one. */
  readonly path?: string | undefined
  readonly sessionID?: string | undefined
  /** The session's revision at the time, for `stale_revision`. */
  readonly revision?: number | undefined
  /** Who holds the session now, for `lease_lost`. */
  readonly holder?: { readonly owner: string; readonly until: number } | undefined
  readonly cause?: unknown
}

/**
 * Everything a store throws. It names the file and the session but never their content (I12).
 *
 * @example
 * try { await store.transact(sessionID, edits, { expect }) }
 * catch (error) { if (StoreError.isInstance(error) && error.code === 'stale_revision') planAgain() }
 */
export class StoreError extends SessionRecoveryError<StoreErrorCode> {
  static override readonly brand: string = 'StoreError'

  /** What the caller can do; `message` ends with it. */
  readonly remedy: string
  readonly path: string | undefined
  readonly sessionID: string | undefined
  readonly revision: number | undefined
  /** Who holds the session now, for `lease_lost`. */
  readonly holder: StoreErrorInit['holder']

  readonly #init: StoreErrorInit

  constructor(init: StoreErrorInit) {
    const where = init.path === undefined ? '' : ` [${init.path}]`
    const remedy = init.remedy ?? REMEDIES[init.code]
    super(init.code, `${init.message}${where} ${remedy}`, 'cause' in init ? { cause: init.cause } : undefined)
    this.#init = init
    this.remedy = remedy
    this.path = init.path
    this.sessionID = init.sessionID
    this.revision = init.revision
    this.holder = init.holder
  }

  /** The same error with the path of the store's file, which the layer that made the error does not know. */
  in(path: string): StoreError {
    return new StoreError({ ...this.#init, path })
  }
}
