import { parsedJson } from '../../json/parsed-json.ts'
import type { EventDecoder } from './event-decoder.ts'

/** Lengths and prelude checksum before the headers, checksum after the payload. */
const prelude = 12
const trailer = 4

/**
 * Reads `application/vnd.amazon.eventstream` as objects of one key, the type of the event or exception: `{ contentBlockDelta: {...} }`, as
 * the SDK hands them out. Checksums are the client's business: this only listens.
 */
export function awsEventStream(): EventDecoder {
  let rest: Uint8Array<ArrayBufferLike> = new Uint8Array(0)
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const events: unknown[] = []
    for (;;) {
      const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength)
      const length = rest.length < prelude ? Infinity : view.getUint32(0)
      if (rest.length < length || length < prelude + trailer) return events
      const headersEnd = prelude + view.getUint32(4)
      const headers = stringHeaders(rest.subarray(prelude, headersEnd))
      const type = headers.get(':event-type') ?? headers.get(':exception-type')
      const payload = parsedJson(decoder.decode(rest.subarray(headersEnd, length - trailer)))
      if (type !== undefined && payload !== undefined) events.push({ [type]: payload })
      rest = rest.subarray(length)
    }
  }
}

const decoder = new TextDecoder()

/** Headers of type 7, string; an event of Converse has no other. */
function stringHeaders(bytes: Uint8Array): Map<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headers = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const nameEnd = at + 1 + bytes[at]!
    if (bytes[nameEnd] !== 7) break
    const valueStart = nameEnd + 3
    const valueEnd = valueStart + view.getUint16(nameEnd + 1)
    headers.set(decoder.decode(bytes.subarray(at + 1, nameEnd)), decoder.decode(bytes.subarray(valueStart, valueEnd)))
    at = valueEnd
  }
  return headers
}
