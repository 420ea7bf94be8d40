import type { Format, RequestBody } from '../../formats/format.ts'
import { serverStateOf } from '../../formats/server-state-of.ts'

/** What a request goes on from, where its provider holds what came before its messages. */
export interface Continued {
  /** Names the response, the conversation or the cache. */
  readonly id: string
  /** Every request adds to it, as to a conversation; a response or a cache stays what it is, and so does the place behind it. */
  readonly grows: boolean
  /** The list may repeat what was said behind it: only who asks an endpoint that takes none of that is known to send what is new. */
  readonly mayRepeat: boolean
}

/** What a body says that it continues; undefined where its list begins the conversation. */
export function continuedBy({ name }: Format, body: RequestBody): Continued | undefined {
  const { cachedContent, conversation } = body
  const id = serverStateOf(name)?.continues(body)
  if (id !== undefined) return { id, grows: conversation != null, mayRepeat: false }
  return typeof cachedContent === 'string' ? { id: cachedContent, grows: false, mayRepeat: true } : undefined
}
