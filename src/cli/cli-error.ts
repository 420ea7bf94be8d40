import { describeError } from '../doctor/describe-error.ts'
import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import { exitCode, type ExitCode } from './exit-code.ts'

/**
 * - `usage`: the command line cannot be understood
 * - `not_found`: what it names does not exist
 */
export type CliErrorCode = 'usage' | 'not_found'

/** An error for the person at the terminal: what and where in `message`, one remedy beside it. */
export class CliError extends SessionRecoveryError<CliErrorCode> {
  static override readonly brand: string = 'CliError'

  readonly remedy: string

  constructor(code: CliErrorCode, message: string, remedy: string, options?: { cause?: unknown }) {
    super(code, message, options)
    this.remedy = remedy
  }
}

/** An error as it is shown, and what the command ends with. */
export interface ShownError {
  readonly code: string
  readonly message: string
  readonly remedy: string
  readonly lines?: readonly string[]
  readonly exit: ExitCode
}

/** Turns whatever was thrown into what is shown. */
export function toShownError(cause: unknown): ShownError {
  if (cause instanceof CliError) {
    const { code, message, remedy } = cause
    return { code, message, remedy, exit: exitCode.failure }
  }
  const described = describeError(cause)
  if (described) {
    const { refused, ...shown } = described
    return { ...shown, exit: refused ? exitCode.refused : exitCode.failure }
  }
  const peer = missingPackage(cause)
  if (peer !== undefined) {
    const remedy = `Install it beside session-recovery (npm install ${peer}), or name it to npx: npx -p session-recovery -p ${peer} session-recovery ...`
    const message = `This needs the package ${peer}, which is optional and not installed.`
    return { code: 'missing_peer', message, remedy, exit: exitCode.failure }
  }
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  const remedy = 'This is a defect of session-recovery: run again with SESSION_RECOVERY_DEBUG=1 and report the stack.'
  return { code: 'internal', message, remedy, exit: exitCode.failure }
}

/** The package that Node has looked for in vain; what people use one feature for, others need not install. */
function missingPackage(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'ERR_MODULE_NOT_FOUND') return undefined
  return /^Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(cause.message)?.[1]
}
