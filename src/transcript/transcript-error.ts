import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/** Why a list of messages cannot even be looked at. */
export type TranscriptErrorCode =
  | 'unreadable_message'
  | 'unreadable_request'
  | 'unknown_format'
  | 'format_mismatch'
  | 'unknown_dialect'
  | 'too_deep'

/**
 * Thrown by `diagnose` and `repair` when the input cannot be read at all: a getter that throws, a format that is not known.
 *
 * @example
 * try { diagnose(messages, { format }) }
 * catch (error) { if (TranscriptError.isInstance(error) && error.code === 'unknown_format') console.error(error.message) }
 */
export class TranscriptError extends SessionRecoveryError<TranscriptErrorCode> {
  static override readonly brand: string = 'TranscriptError'

  constructor(code: TranscriptErrorCode, message: string, cause?: unknown) {
    super(code, message, cause === undefined ? undefined : { cause })
  }
}
