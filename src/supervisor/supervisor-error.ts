import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import type { SessionHolder } from './claims/session-holder.ts'

/**
 * - `invalid_session_id`: the id could leave the folder, or cannot be a file name
 * - `invalid_options`, `invalid_spec`, `invalid_patch`: a value does not fit; the message names it
 * - `not_registered`: no session of this id
 * - `no_executor`: nothing here can run a session of this kind
 * - `not_started`: the program could not be started
 * - `missing_peer`: the call needs an optional package that is not installed
 * - `newer_version`: a later release has written the snapshot of a session; nothing was touched
 * - `not_written`: a snapshot could not be made durable
 * - `held`: another living supervisor has the session
 * - `stopped`: the supervisor has been stopped
 */
export type SupervisorErrorCode =
  | 'invalid_session_id'
  | 'invalid_options'
  | 'invalid_spec'
  | 'invalid_patch'
  | 'not_registered'
  | 'no_executor'
  | 'not_started'
  | 'missing_peer'
  | 'newer_version'
  | 'not_written'
  | 'held'
  | 'stopped'

/**
 * Thrown by the supervisor. Names ids, options and programs, never output or values of variables (I12).
 *
 * @example
 * try { await supervisor.register('s1', spec) }
 * catch (error) { if (SupervisorError.isInstance(error) && error.code === 'held') console.log(error.remedy) }
 */
export class SupervisorError extends SessionRecoveryError<SupervisorErrorCode> {
  static override readonly brand: string = 'SupervisorError'

  /** One sentence: what to do. */
  readonly remedy: string
  /** For `held`: the process that has the session. */
  readonly holder?: SessionHolder

  constructor(
    code: SupervisorErrorCode,
    what: string,
    remedy: string,
    { holder, ...options }: { readonly cause?: unknown; readonly holder?: SessionHolder } = {},
  ) {
    super(code, `${what} ${remedy}`.trimEnd(), options)
    this.remedy = remedy
    if (holder) this.holder = holder
  }
}
