import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/** Thrown by `plan` when a host's storage has no form for an edit; nothing was written. Holds ids, never content (I12). */
export class NotRepresentableError extends SessionRecoveryError<'not_representable'> {
  static override readonly brand: string = 'NotRepresentableError'
  /** Index of the message in the list before the repair. */
  readonly messageIndex: number

  constructor(messageIndex: number, what: string, options?: { cause?: unknown }) {
    super('not_representable', `The session's storage cannot hold ${what} (message ${messageIndex}).`, options)
    this.messageIndex = messageIndex
  }
}
