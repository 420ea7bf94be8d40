import { FileWorkError, type FileWorkErrorCode } from '../files/file-work-error.ts'
import { isTooDeep } from '../json/is-too-deep.ts'
import { RecordLogError } from '../record-log/record-log-error.ts'
import { StoreError, type StoreErrorCode } from '../storage/store-error.ts'
import { TranscriptError } from '../transcript/transcript-error.ts'
import { DoctorError } from './doctor-error.ts'

/** Refusals of the file layer: the file is unchanged, and a later attempt or another user may succeed. */
const refusals: ReadonlySet<FileWorkErrorCode> = new Set([
  'live',
  'locked',
  'changed_meanwhile',
  'backup_failed',
  'backup_unreadable',
  'read_only',
  'not_permitted',
])

/** Refusals of a store, likewise. */
const storeRefusals: ReadonlySet<StoreErrorCode> = new Set([
  'locked',
  'lease_lost',
  'stale_revision',
  'undo_conflict',
  'read_only',
])

/** An error in the words of a report. */
export interface DescribedError {
  readonly code: string
  readonly message: string
  readonly remedy: string
  /** More of the message, line by line. */
  readonly lines?: readonly string[]
  /** The file or folder that the message names. */
  readonly path?: string
  /** True: writing would have been unsafe, and nothing was written. */
  readonly refused: boolean
}

/** Describes an error that is not a defect of this library; `undefined` for all others. */
export function describeError(cause: unknown): DescribedError | undefined {
  if (cause instanceof DoctorError) {
    const { code, message, remedy, lines } = cause
    return { code, message, remedy, lines, refused: code === 'refused' }
  }
  if (cause instanceof FileWorkError) {
    const { code, path, remedy } = cause
    return { code, message: withoutRemedy(cause), remedy, path, refused: refusals.has(code) }
  }
  if (StoreError.isInstance(cause)) {
    const { code, remedy } = cause
    return { code, message: withoutRemedy(cause), remedy, refused: storeRefusals.has(code) }
  }
  const refusal = systemRefusalIn(cause)
  // Nothing was to be written.
  if (refusal) return { ...describeError(refusal)!, refused: false }
  if (cause instanceof RecordLogError)
    return { code: cause.code, message: cause.message, remedy: 'Check the file and the disk.', refused: false }
  if (TranscriptError.isInstance(cause))
    return { code: cause.code, message: cause.message, remedy: salvage, refused: false }
  if (isTooDeep(cause))
    return {
      code: 'too_deep',
      message: 'Something in it is nested too deep to be read.',
      remedy: salvage,
      refused: false,
    }
  return undefined
}

/** The operating system's error behind a log that cannot be read; it names the file. */
export function systemRefusalIn(cause: unknown): FileWorkError | undefined {
  const system: unknown = cause instanceof RecordLogError ? cause.cause : undefined
  if (!(system instanceof Error) || !('path' in system) || typeof system.path !== 'string') return undefined
  return FileWorkError.from(system, system.path, 'The file cannot be read')
}

const salvage = 'Salvage what can be read: session-recovery extract SESSION'

const withoutRemedy = ({ message, remedy }: { readonly message: string; readonly remedy: string }): string =>
  message.endsWith(remedy) ? message.slice(0, -remedy.length).trimEnd() : message
