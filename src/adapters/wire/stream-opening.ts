import { ownValue } from '../../json/own-value.ts'
import { BareError } from './bare-error.ts'
import { eventDecoders, mediaTypeOf } from './endpoints.ts'
import type { EventDecoder } from './event-decoder.ts'
import { eventIn } from './invoke-answer.ts'
import { isPreamble, refusalIn } from './refusal-in.ts'
import { isJson, isStreamed } from './tap-response.ts'

/** Reads the beginning of a stream: a provider may answer 200 and refuse in the first events, or in place of them. */
export class StreamOpening {
  readonly #decode: EventDecoder
  readonly #bare: BareError | undefined
  /** The event with which the provider refuses; null when it answers, or no event has come yet. */
  refusal: object | null = null

  private constructor(decode: EventDecoder, bare?: BareError) {
    this.#decode = decode
    this.#bare = bare
  }

  /** A reader for the stream of this URL and content type; null when the response is no stream. */
  static of(contentType: string, url: string): StreamOpening | null {
    const mediaType = mediaTypeOf(contentType)
    const decode = ownValue(eventDecoders, mediaType)?.()
    if (decode !== undefined)
      return new StreamOpening(decode, mediaType.startsWith('text/') ? new BareError() : undefined)
    return isJson(contentType) && isStreamed(url) ? new StreamOpening(() => [], new BareError()) : null
  }

  /** Takes the next bytes; true as soon as the beginning is conclusive. */
  push(chunk: Uint8Array): boolean {
    const event = this.#decode(chunk)
      .map((frame) => eventIn(frame) ?? frame)
      .find((candidate) => !isPreamble(candidate))
    const isKnown = event !== undefined || this.#bare?.push(chunk) === true
    this.refusal = event === undefined ? (this.#bare?.error ?? null) : refusalIn(event)
    return isKnown
  }
}
