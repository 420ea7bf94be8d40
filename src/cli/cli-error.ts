import { describeError } from '../doctor/describe-error.ts'
import { FileWorkError, systemCode } from '../files/file-work-error.ts'
import { OptionsError } from '../errors/options-error.ts'
import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import { exitCode, type ExitCode } from './exit-code.ts'

/**
 * - `usage`: the command line cannot be understood
 * - `not_found`: what it names does not exist
 * - `unwritten`: standard output took not all of it
 */
export type CliErrorCode = 'usage' | 'not_found' | 'unwritten'

/** An error for the user at the terminal: the problem and its place in `message`, with one remedy. */
export class CliError extends SessionRecoveryError<CliErrorCode> {
  static override readonly brand: string = 'CliError'

  readonly remedy: string

  constructor(code: CliErrorCode, message: string, remedy: string, options?: { cause?: unknown }) {
    super(code, message, options)
    this.remedy = remedy
  }
}

/** The output is incomplete; the work itself is done. */
export function unwrittenError(cause: NodeJS.ErrnoException): CliError {
  const why = cause.code === 'ENOSPC' ? 'there is no space left' : cause.message
  return new CliError(
    'unwritten',
    `Standard output cannot be written: ${why}.`,
    'Send it elsewhere and run it again.',
    {
      cause,
    },
  )
}

/** An error in the form in which it is shown, with the exit code. */
export interface ShownError {
  readonly code: string
  readonly message: string
  readonly remedy: string
  readonly lines?: readonly string[]
  readonly exit: ExitCode
}

/** Turns any thrown value into the error to show. */
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
  if (OptionsError.isInstance(cause))
    return { code: 'usage', message: cause.message, remedy: 'See the options with --help.', exit: exitCode.failure }
  const listening = notListening(cause)
  if (listening !== undefined) return { code: 'usage', ...listening, exit: exitCode.failure }
  const peer = missingPackage(cause)
  if (peer !== undefined) {
    const remedy = `Install it beside session-recovery (npm install ${peer}), or name it to npx: npx -p session-recovery -p ${peer} session-recovery ...`
    const message = `This needs the package ${peer}, which is optional and not installed.`
    return { code: 'missing_peer', message, remedy, exit: exitCode.failure }
  }
  const refused = watchLimit(cause) ?? systemRefusal(cause)
  if (refused) return { ...refused, exit: exitCode.failure }
  const message = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
  const remedy = 'This is a defect of session-recovery: run again with SESSION_RECOVERY_DEBUG=1 and report the stack.'
  return { code: 'internal', message, remedy, exit: exitCode.failure }
}

/** Why a server of ours could not be started. */
const listenErrors: ReadonlyMap<unknown, readonly [is: string, remedy: string]> = new Map([
  ['EADDRINUSE', ['is taken', 'Choose another one; 0 takes a free one.']],
  ['EACCES', ['may not be used by this user', 'Choose one from 1024 on; 0 takes a free one.']],
  ['EADDRNOTAVAIL', ['is at no address of this machine', 'Give an address of this machine with --host.']],
])

function notListening(cause: unknown): Pick<ShownError, 'message' | 'remedy'> | undefined {
  if (!(cause instanceof Error) || !('syscall' in cause)) return undefined
  if (cause.syscall === 'getaddrinfo' && 'hostname' in cause)
    return { message: `The name ${cause.hostname} leads to no address.`, remedy: 'Give an address of this machine.' }
  if (cause.syscall !== 'listen') return undefined
  const { code, port } = cause as NodeJS.ErrnoException & { readonly port?: number }
  const [is, remedy] = listenErrors.get(code) ?? []
  return is === undefined || remedy === undefined ? undefined : { message: `Port ${port} ${is}.`, remedy }
}

/** Linux watches each folder by itself, and so many for a user: the code is that of a full disk. */
function watchLimit(cause: unknown): Pick<ShownError, 'code' | 'message' | 'remedy'> | undefined {
  if (!(cause instanceof Error) || !('syscall' in cause) || cause.syscall !== 'watch') return undefined
  if (systemCode(cause) !== 'ENOSPC' && systemCode(cause) !== 'EMFILE') return undefined
  return {
    code: 'usage',
    message: 'The system watches no more folders for this user.',
    remedy:
      'Name one project folder, or raise the limit: sysctl fs.inotify.max_user_watches fs.inotify.max_user_instances.',
  }
}

/** A refusal of the operating system for a file that the user named, or one below it, which is no defect of the program. */
function systemRefusal(cause: unknown): Pick<ShownError, 'code' | 'message' | 'remedy'> | undefined {
  if (!(cause instanceof Error) || !('path' in cause) || typeof cause.path !== 'string') return undefined
  const described = describeError(FileWorkError.from(cause, cause.path, 'The system refused it'))
  if (described === undefined || described.code === 'io') return undefined
  const { code, message, remedy } = described
  return { code, message, remedy }
}

/** The package that Node could not find; optional packages serve single features. */
function missingPackage(cause: unknown): string | undefined {
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== 'ERR_MODULE_NOT_FOUND') return undefined
  return /Cannot find package '((?:@[^/']+\/)?[^/']+)/.exec(cause.message)?.[1]
}
