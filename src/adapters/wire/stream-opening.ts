import { ownValue } from '../../json/own-value.ts'
import { eventDecoders, mediaTypeOf } from './endpoints.ts'
import type { EventDecoder } from './event-decoder.ts'
import { isPreamble, refusalIn } from './refusal-in.ts'

/** Lines that keep a connection open until there is an answer (`: OPENROUTER PROCESSING`). */
const commentMark = ':'.charCodeAt(0)

/** Reads how a stream begins: a provider may say 200, and refuse in its first events. */
export class StreamOpening {
  readonly #decode: EventDecoder
  /** The event with which the provider refuses; null when it answers, or has said nothing yet. */
  refusal: object | null = null

  private constructor(decode: EventDecoder) {
    this.#decode = decode
  }

  /** A reader of a stream of that content type; null for what is no stream of events. */
  static of(contentType: string): StreamOpening | null {
    const decode = ownValue(eventDecoders, mediaTypeOf(contentType))?.()
    return decode === undefined ? null : new StreamOpening(decode)
  }

  /** Takes the next bytes; true when it is known how the stream begins, or that nothing is to come for a while. */
  push(chunk: Uint8Array): boolean {
    if (chunk[0] === commentMark) return true
    const event = this.#decode(chunk).find((candidate) => !isPreamble(candidate))
    this.refusal = refusalIn(event)
    return event !== undefined
  }
}
