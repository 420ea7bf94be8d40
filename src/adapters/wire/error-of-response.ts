import type { Clock } from '../../recovery/clock.ts'
import { refusalInText } from './refusal-in.ts'
import { openItems } from './open-items.ts'
import { StreamOpening } from './stream-opening.ts'
import { contentTypeOf, isWhole } from './tap-response.ts'

/** What a client would throw for this response, as far as detection reads it. */
export function errorOfText(status: number, text: string): unknown {
  return { status, message: text, responseBody: text }
}

/** The same for a refusal that came with a status of success; null when there is none. */
export function errorOfRefusal(status: number, refusal: object | null): unknown {
  return refusal && errorOfText(status, JSON.stringify(refusal))
}

/**
 * The same for a fetched response, which stays readable; null when it is accepted. Of a stream the first events are read, up to one that
 * tells how it begins: they reach the caller together with that, or when nothing has come for a while.
 */
export async function errorOfResponse(response: Response, clock: Clock): Promise<unknown> {
  // What cannot be read twice is the caller's.
  if (typeof response.clone !== 'function') return null
  if (!response.ok) return errorOfText(response.status, await response.clone().text())
  try {
    return errorOfRefusal(response.status, await refusalOf(response, clock))
  } catch {
    // The connection broke: the caller will see it when reading.
    return null
  }
}

async function refusalOf(response: Response, clock: Clock): Promise<object | null> {
  const opening = StreamOpening.of(contentTypeOf(response), response.url)
  if (opening === null) return isWhole(response) ? refusalInText(await response.clone().text()) : null
  const reader = response.clone().body?.getReader()
  if (reader === undefined) return null
  const chunks = { next: () => reader.read(), return: () => reader.cancel() }
  const { items } = await openItems(chunks, (chunk) => opening.push(chunk), clock)
  // Settles when the caller has read the rest; how that ends is the caller's to see.
  void items.return().catch(() => undefined)
  return opening.refusal
}
