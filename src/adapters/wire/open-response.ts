import type { Clock } from '../../recovery/clock.ts'
import type { Sender } from '../../recovery/calls/send-until-accepted.ts'
import { errorOfRefusal, errorOfText } from './error-of-response.ts'
import { madeResponse } from './made-response.ts'
import { openItems } from './open-items.ts'
import { refusalInText } from './refusal-in.ts'
import { streamOf } from './stream-of.ts'
import { StreamOpening } from './stream-opening.ts'
import { contentTypeOf, isWhole } from './tap-response.ts'

/** A fetched response whose beginning has been read. */
export interface OpenedResponse {
  /** Unread for the caller: it starts at the beginning. */
  readonly response: Response
  /** The error that a client would throw for it, as far as detection reads it; null when it is accepted. */
  readonly error: unknown
}

/**
 * Reads the beginning of a response. Of a stream the events up to the first conclusive one are read; the caller gets them together with
 * that one, or after a while without events, and a connection that breaks behind them breaks there for the caller too.
 */
export async function openResponse(response: Response, clock: Clock): Promise<OpenedResponse> {
  // A response that cannot be cloned is passed on.
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

/** How a call finds the refusal in an opened response, and cancels a response that nobody will read. */
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
