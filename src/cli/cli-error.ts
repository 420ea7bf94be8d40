import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import { FileWorkError, type FileWorkErrorCode } from '../files/file-work-error.ts'
import { RecordLogError } from '../record-log/record-log-error.ts'
import { exitCode, type ExitCode } from './exit-code.ts'

/**
 * - `usage`: the command line cannot be understood
 * - `not_found`: a session, file or backup that was named does not exist
 * - `ambiguous`: a short id stands for more than one session
 * - `unreadable`: a file cannot be read at all
 * - `refused`: the work would be unsafe; nothing was written
 */
export type CliErrorCode = 'usage' | 'not_found' | 'ambiguous' | 'unreadable' | 'refused'

/** An error for the person at the terminal: what and where in `message`, one remedy beside it. */
export class CliError extends SessionRecoveryError<CliErrorCode> {
  static override readonly brand: string = 'CliError'

  readonly remedy: string

  constructor(code: CliErrorCode, message: string, remedy: string, options?: { cause?: unknown }) {
    super(code, message, options)
    this.remedy = remedy
  }
}

/** Refusals of the file layer: the file is as it was, and trying again later or as somebody else may work. */
const refusals: ReadonlySet<FileWorkErrorCode> = new Set([
  'live',
  'locked',
  'changed_meanwhile',
  'backup_failed',
  'backup_unreadable',
  'read_only',
  'not_permitted',
])

/** An error as it is shown, and what the command ends with. */
export interface ShownError {
  readonly code: string
  readonly message: string
  readonly remedy: string
  readonly exit: ExitCode
}

/** Turns whatever was thrown into what is shown. */
export function toShownError(cause: unknown): ShownError {
  if (cause instanceof CliError) {
    const exit = cause.code === 'refused' ? exitCode.refused : exitCode.failure
    return { code: cause.code, message: cause.message, remedy: cause.remedy, exit }
  }
  if (cause instanceof FileWorkError) {
    const message = cause.message.endsWith(cause.remedy)
      ? cause.message.slice(0, -cause.remedy.length).trimEnd()
      : cause.message
    const exit = refusals.has(cause.code) ? exitCode.refused : exitCode.failure
    return { code: cause.code, message, remedy: cause.remedy, exit }
  }
  if (cause instanceof RecordLogError)
    return { code: cause.code, message: cause.message, remedy: 'Check the file and the disk.', exit: exitCode.failure }
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  const remedy = 'This is a defect of session-recovery: run again with SESSION_RECOVERY_DEBUG=1 and report the stack.'
  return { code: 'internal', message, remedy, exit: exitCode.failure }
}
