import type { StoredPart } from '../storage/part-store.ts'

/** The host's description of a message: the failed one, or one of the conversation. Hosts may add fields of their own. */
export interface MessageInfo {
  readonly id?: string
  readonly role?: string
  readonly sessionID?: string
  readonly parentID?: string
  /** The error that the client threw, as the host keeps it. */
  readonly error?: unknown
  /** The settings of the message's turn; those of the newest real user message decide how the session is resumed. */
  readonly agent?: string
  readonly model?: unknown
  readonly tools?: unknown
  /** Whether the message was not written by the user (a continuation, a summary request): then it does not decide how to resume. */
  readonly synthetic?: boolean
  readonly [extra: string]: unknown
}

/** One message of a conversation together with its parts, in the host's form. */
export interface MessageData {
  readonly info?: MessageInfo
  readonly parts?: readonly (Partial<StoredPart> & { readonly [extra: string]: unknown })[]
}
