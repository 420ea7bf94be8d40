/** Thrown by `plan` when a host's storage has no form for an edit; nothing was written. Holds ids, never content (I12). */
export class NotRepresentableError extends Error {
  override readonly name = 'NotRepresentableError'
  readonly code = 'not_representable'
  /** Index of the message in the list before the repair. */
  readonly messageIndex: number

  constructor(messageIndex: number, what: string, options?: { cause?: unknown }) {
    super(`The session's storage cannot hold ${what} (message ${messageIndex}).`, options)
    this.messageIndex = messageIndex
  }
}
