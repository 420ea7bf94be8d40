import {
  fileWorkCode,
  FileWorkError,
  fileWorkRemedies,
  systemCode,
  type FileWorkErrorCode,
} from '../../files/file-work-error.ts'
import { JournalError, type JournalErrorCode } from '../../journal/journal-error.ts'
import { StoreError, type StoreErrorCode } from '../store-error.ts'

const journalCodes: Readonly<Record<JournalErrorCode, StoreErrorCode>> = {
  invalid_id: 'invalid_value',
  busy: 'locked',
  fenced: 'lease_lost',
  moved_away: 'io',
  unsafe_path: 'foreign_file',
  newer_format: 'newer_schema',
  damaged: 'corrupt',
  missing_records: 'corrupt',
  foreign_session: 'foreign_file',
  too_large: 'too_large',
  invalid_cursor: 'invalid_value',
  invalid_import: 'invalid_value',
  exists: 'invalid_value',
  not_found: 'not_found',
}

const fileCodes: Partial<Record<FileWorkErrorCode, StoreErrorCode>> = {
  no_space: 'disk_full',
  read_only: 'read_only',
  not_permitted: 'read_only',
  not_found: 'cannot_open',
  not_a_file: 'foreign_file',
}

/** Converts an error of the journal or the file system to a `StoreError`; any other error is returned as it is. */
export function journalStoreError(cause: unknown, path: string, sessionID?: string): unknown {
  if (!(cause instanceof Error)) return cause
  if (JournalError.isInstance(cause)) {
    const { remedy } = cause
    const message = cause.message.slice(0, -remedy.length).trimEnd()
    return new StoreError({ code: journalCodes[cause.code], message, remedy, path, sessionID, cause })
  }
  const isFileWork = FileWorkError.isInstance(cause)
  if (!isFileWork && systemCode(cause) === undefined) return cause
  // The system's message tells which file and why; it contains paths, but never content (I12).
  const detail = isFileWork ? cause.message.slice(0, -cause.remedy.length).trimEnd() : `${cause.message}.`
  const found = fileWorkCode(cause)
  const code = fileCodes[found] ?? 'io'
  return new StoreError({
    code,
    message: `The journal could not be read or written: ${detail}`,
    // Errors without a code of their own become `io`, whose remedy ("Check the disk") does not fit them.
    ...(code === 'io' && found !== 'io' && { remedy: fileWorkRemedies[found] }),
    ...(code === 'read_only' && { remedy: 'Make the folder writable; to read needs no right to write.' }),
    path,
    sessionID,
    cause,
  })
}
