import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/**
 * - `alive`: somebody else has the session now, see `holder`
 * - `recoverable`: its owner has gone and it can still be claimed: opening it anew would lose what it knew
 */
export type PresenceErrorCode = 'alive' | 'recoverable'

/** Who holds a session, and until when without another sign of life (epoch ms). */
export interface Holder {
  readonly owner: string
  readonly until: number
}

/**
 * Why a session cannot be opened. Expected answers of a claim are values, not errors.
 *
 * @example
 * try { await registry.open('s1', { owner: 'worker 2' }) }
 * catch (error) { if (PresenceError.isInstance(error) && error.code === 'alive') console.log(error.holder?.owner) }
 */
export class PresenceError extends SessionRecoveryError<PresenceErrorCode> {
  static override readonly brand: string = 'PresenceError'
  readonly holder: Holder | undefined

  constructor(code: PresenceErrorCode, message: string, options: { holder?: Holder; cause?: unknown } = {}) {
    super(code, message, options)
    this.holder = options.holder
  }
}
