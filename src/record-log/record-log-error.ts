import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/** `unaccounted`: bytes of the input are in no entry; `unreadable`: the source failed; `not_quarantine`: not a line of a quarantine file. */
export type RecordLogErrorCode = 'unaccounted' | 'unreadable' | 'not_quarantine'

/** Thrown by the record log. Contains offsets and codes, never content (I12). */
export class RecordLogError extends SessionRecoveryError<RecordLogErrorCode> {
  static override readonly brand: string = 'RecordLogError'
}
