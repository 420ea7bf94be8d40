const marker = Symbol.for('session-recovery.transcript-error')

/** Why a list of messages cannot even be looked at. */
export type TranscriptErrorCode =
  | 'unreadable_message'
  | 'unreadable_request'
  | 'unknown_format'
  | 'unknown_dialect'
  | 'too_deep'

/** Thrown by `diagnose` and `repair` when the input cannot be read at all: a getter that throws, a format that is not known. */
export class TranscriptError extends Error {
  override readonly name = 'TranscriptError'
  readonly code: TranscriptErrorCode

  constructor(code: TranscriptErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    Object.defineProperty(this, marker, { value: true })
  }

  /** Whether a value is such an error, also of another copy of this package. */
  static isInstance(value: unknown): value is TranscriptError {
    return typeof value === 'object' && value !== null && marker in value
  }
}
