import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/**
 * - `not_found`: a session, file or backup that was named does not exist
 * - `ambiguous`: a short id stands for more than one session
 * - `unreadable`: a file cannot be read at all
 * - `refused`: the work would be unsafe; nothing was written
 */
export type DoctorErrorCode = 'not_found' | 'ambiguous' | 'unreadable' | 'refused'

/** A use case that cannot continue: the problem and its place in `message`, with one remedy. */
export class DoctorError extends SessionRecoveryError<DoctorErrorCode> {
  static override readonly brand: string = 'DoctorError'

  readonly remedy: string
  /** Further lines of the message: candidates of a short id. */
  readonly lines: readonly string[]

  constructor(
    code: DoctorErrorCode,
    message: string,
    remedy: string,
    { lines = [], ...options }: { readonly cause?: unknown; readonly lines?: readonly string[] } = {},
  ) {
    super(code, message, options)
    this.remedy = remedy
    this.lines = lines
  }
}
