import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/**
 * - `invalid_id`: the session id is too long for the name of a folder
 * - `busy`: another process writes this session
 * - `fenced`: another process has taken this session over; the last write is not acknowledged, but may be in the journal
 * - `moved_away`: the folder of the session was moved away or removed while it was open
 * - `unsafe_path`: something in the folder is a symbolic link, or no file where one must be
 * - `newer_format`: a newer release has written this session
 * - `damaged`: records cannot be read; recover the session
 * - `missing_records`: the session has derived files but no records
 * - `foreign_session`: the folder holds the records of another session
 * - `too_large`: a record above the limit of a frame, or a state that no snapshot can hold
 * - `invalid_cursor`: the cursor does not belong to this journal
 * - `invalid_import`: a line that is no record, in a strict import
 * - `exists`: the session that should be imported is there already
 * - `not_found`: there is no such session, record or generation
 */
export type JournalErrorCode =
  | 'invalid_id'
  | 'busy'
  | 'fenced'
  | 'moved_away'
  | 'unsafe_path'
  | 'newer_format'
  | 'damaged'
  | 'missing_records'
  | 'foreign_session'
  | 'too_large'
  | 'invalid_cursor'
  | 'invalid_import'
  | 'exists'
  | 'not_found'

const remedies: Readonly<Record<JournalErrorCode, string>> = {
  invalid_id: 'Use a shorter id.',
  busy: 'End the other program, or try again when it is idle.',
  fenced: 'Load the session again, what this call wrote may be there; the other process goes on with it.',
  moved_away: 'Nothing was acknowledged. Put the folder back; the next call opens what stands there.',
  unsafe_path: 'Move away what stands there, or name another folder.',
  newer_format: 'Update session-recovery; this version must not touch the session.',
  damaged: 'Run `session-recovery recover` on the folder.',
  missing_records: 'Restore the records file from a backup, or remove the folder of the session.',
  foreign_session: 'Give the folder its former name, or move it away; `import` takes records over under another id.',
  too_large: 'Nothing was written. Store less in one call.',
  invalid_cursor: 'Begin again without a cursor.',
  invalid_import: 'Repair the file, or import it leniently.',
  exists: 'Import it under another id.',
  not_found: 'Check the id.',
}

interface JournalErrorOptions {
  readonly cause?: unknown
  /** In place of the remedy of the code. */
  readonly remedy?: string
}

/** The state does not fit into a snapshot, which is one record, or not even into a string. */
export const noSnapshot = (cause: unknown): JournalError =>
  new JournalError('too_large', 'The state of the session is larger than a snapshot may be: it cannot be squeezed.', {
    cause,
    remedy: 'It goes on as it is, with all its records. Go on in a new session where they take too much room.',
  })

/**
 * Thrown by the journal. Names folders, ids and numbers, never content (I12).
 *
 * @example
 * try { await store.journal.record('s1', 7) }
 * catch (error) { if (JournalError.isInstance(error) && error.code === 'not_found') console.log(error.message) }
 */
export class JournalError extends SessionRecoveryError<JournalErrorCode> {
  static override readonly brand: string = 'JournalError'

  /** What the caller can do; `message` ends with it. */
  readonly remedy: string

  constructor(code: JournalErrorCode, message: string, options: JournalErrorOptions = {}) {
    const { remedy = remedies[code], ...rest } = options
    super(code, `${message} ${remedy}`, rest)
    this.remedy = remedy
  }
}

/** A folder that was renamed, or contains the records of another session. */
export const foreignSession = (found: string, wanted: string): JournalError =>
  new JournalError(
    'foreign_session',
    `The records of session ${JSON.stringify(found)} stand in the folder of ${JSON.stringify(wanted)}.`,
  )
