import type { StoredPart } from '../storage/part-store.ts'

/** What a host tells about a message: the failed one, or one of the conversation. Hosts may add fields of their own. */
export interface MessageInfo {
  readonly id?: string
  readonly role?: string
  readonly sessionID?: string
  readonly parentID?: string
  /** Whatever the client threw, as the host keeps it. */
  readonly error?: unknown
  /** What the turn ran with; the newest real user message decides how a resume continues. */
  readonly agent?: string
  readonly model?: unknown
  readonly tools?: unknown
  /** A message that no person wrote (a continuation, a summary request): it does not decide how a resume continues. */
  readonly synthetic?: boolean
  readonly [extra: string]: unknown
}

/** One message of a conversation together with its parts, as hosts hand them out. */
export interface MessageData {
  readonly info?: MessageInfo
  readonly parts?: readonly (Partial<StoredPart> & { readonly [extra: string]: unknown })[]
}
