import type { JsonText } from './rows.ts'

/** A message within a command: plain JSON, serialized when the store's method was called. */
export interface MessageInput {
  readonly raw: JsonText
  readonly contentDigest: string
  /** The role that the raw message names itself; null in formats without roles (Responses items). */
  readonly role: string | null
  readonly meta: Readonly<Record<string, unknown>>
}
