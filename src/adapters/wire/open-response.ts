import type { Clock } from '../../recovery/clock.ts'
import type { Sender } from '../../recovery/send-until-accepted.ts'
import { errorOfRefusal, errorOfText } from './error-of-response.ts'
import { madeResponse } from './made-response.ts'
import { openItems } from './open-items.ts'
import { refusalInText } from './refusal-in.ts'
import { streamOf } from './stream-of.ts'
import { StreamOpening } from './stream-opening.ts'
import { contentTypeOf, isWhole } from './tap-response.ts'

/** A fetched response of which is known how it begins. */
export interface OpenedResponse {
  /** To be read from its beginning. */
  readonly response: Response
  /** What a client would throw for it, as far as detection reads it; null when it is accepted. */
  readonly error: unknown
}

/**
 * Reads how a response begins. Of a stream the first events are read, up to one that tells: they reach the caller together with that, or
 * when nothing has come for a while, and what broke off behind them breaks off there for the caller, too.
 */
export async function openResponse(response: Response, clock: Clock): Promise<OpenedResponse> {
  // What cannot be read twice is the caller's.
  if (typeof response.clone !== 'function') return { response, error: null }
  if (!response.ok) return { response, error: errorOfText(response.status, await response.clone().text()) }
  const opening = StreamOpening.of(contentTypeOf(response), response.url)
  if (opening !== null) return openStream(response, opening, clock)
  if (!isWhole(response)) return { response, error: null }
  try {
    const refusal = refusalInText(await response.clone().text())
    return { response, error: errorOfRefusal(response.status, refusal) }
  } catch {
    // The connection broke: the caller will see it when reading.
    return { response, error: null }
  }
}

/** How a call tells of a response that has been opened whether it is a refusal, and ends one that nobody will read. */
export const ofOpened: Required<Pick<Sender<OpenedResponse>, 'errorOf' | 'discard'>> = {
  errorOf: async ({ error }) => error,
  discard: async ({ response }) => response.body?.cancel(),
}

async function openStream(response: Response, opening: StreamOpening, clock: Clock): Promise<OpenedResponse> {
  if (!response.body || response.bodyUsed) return { response, error: null }
  const reader = response.body.getReader()
  const chunks = { next: () => reader.read(), return: (reason: unknown) => reader.cancel(reason) }
  const { items } = await openItems<Uint8Array>(chunks, (chunk) => opening.push(chunk), clock)
  return {
    response: madeResponse(streamOf(items), response),
    error: errorOfRefusal(response.status, opening.refusal),
  }
}
