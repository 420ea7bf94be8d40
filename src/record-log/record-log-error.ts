/** `unaccounted`: bytes of the input are in no entry; `unreadable`: the source failed; `not_quarantine`: not a line of a quarantine file. */
export type RecordLogErrorCode = 'unaccounted' | 'unreadable' | 'not_quarantine'

/** Thrown at the edge of the record log. Holds offsets and codes, never content (I12). */
export class RecordLogError extends Error {
  override readonly name = 'RecordLogError'
  readonly code: RecordLogErrorCode

  constructor(code: RecordLogErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}
