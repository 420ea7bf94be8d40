import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/** `no_handle`, `bad_handle`: state needs a handle. `not_confirmed`: nothing was removed. */
export type ToolErrorCode = 'no_handle' | 'bad_handle' | 'not_confirmed'

/** A call that cannot be answered, told to the model with what to do about it. */
export class ToolError extends SessionRecoveryError<ToolErrorCode> {
  static override readonly brand: string = 'ToolError'
}
