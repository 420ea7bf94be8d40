import type { JsonText } from './rows.ts'

/** A message as a command carries it: plain JSON, taken when the call was made. */
export interface MessageInput {
  readonly raw: JsonText
  readonly contentDigest: string
  /** The role that the raw message names itself; null in formats without roles (Responses items). */
  readonly role: string | null
  readonly meta: Readonly<Record<string, unknown>>
}
