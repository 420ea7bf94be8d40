import { bytesInAddress } from '../../media/bytes-in-address.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'

type Fields = Readonly<Record<string, unknown>>

/** The file held in a part: base64, and the media type in its data URL, which wins over the one beside it. */
export interface FileBytes {
  readonly data: string
  readonly mediaType: string | undefined
}

/** Enough for the header of any image. */
const headLength = 96 * 1024

/** The value that holds a part's file; for tagged data the value behind the tag. */
export function heldBy(raw: Fields): unknown {
  const held = raw['data'] ?? raw['image'] ?? raw['url']
  return isRecord(held) && held['type'] === 'data' ? held['data'] : held
}

/** The bytes in a part (of a long byte array only the beginning); undefined when it only points to a file. */
export function fileBytes(raw: Fields): FileBytes | undefined {
  const held = heldBy(raw)
  const mediaType = typeof raw['mediaType'] === 'string' ? raw['mediaType'] : undefined
  if (held instanceof ArrayBuffer) return { data: encoded(new Uint8Array(held)), mediaType }
  if (held instanceof Uint8Array) return { data: encoded(held), mediaType }
  if (typeof held !== 'string') return undefined
  const inline = readDataUrl(held)
  if (inline !== undefined)
    return inline.isBase64 ? { data: inline.data, mediaType: inline.mediaType || mediaType } : undefined
  return /^\w+:/.test(held) ? undefined : { data: held, mediaType }
}

function encoded(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, headLength)).toString('base64')
}

/** Whether the packages can decode it as base64, in either alphabet, with or without line breaks; they throw at anything else. */
export function isBase64(data: string): boolean {
  return /^[\w+/=\s-]*$/.test(data.slice(0, headLength))
}

/** The bytes behind the rest of a damaged data URL, which no package can read. */
export function behindHead(held: unknown): string | undefined {
  if (typeof held !== 'string' || !held.slice(0, 200).includes(',') || /^\w+:/.test(held)) return undefined
  return bytesInAddress(held)?.data
}

/** The part with other bytes, as base64, in place of its own. */
export function withBytes(raw: Fields, data: string): unknown {
  const field = raw['data'] === undefined ? 'image' : 'data'
  const held = raw[field]
  return withField(raw, field, isRecord(held) && held['type'] === 'data' ? { ...held, data } : data)
}
