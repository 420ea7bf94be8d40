import { bytesInAddress } from '../../media/bytes-in-address.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'

type Fields = Readonly<Record<string, unknown>>

/** What a part holds of a file in itself: base64, and the type that its address tells, which counts more than the one beside it. */
export interface FileBytes {
  readonly data: string
  readonly mediaType: string | undefined
}

/** Enough for the header of any image. */
const headLength = 96 * 1024

/** Where a part has its file: of tagged data behind the tag. */
export function heldBy(raw: Fields): unknown {
  const held = raw['data'] ?? raw['image'] ?? raw['url']
  return isRecord(held) && held['type'] === 'data' ? held['data'] : held
}

/** The bytes in a part, or the first of them; undefined where it only points to a file. */
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

/** Whether the packages can decode it, in either alphabet, broken into lines or not: they throw at anything else. */
export function isBase64(data: string): boolean {
  return /^[\w+/=\s-]*$/.test(data.slice(0, headLength))
}

/** Bytes behind what is left of the head of an address: no package can read those. */
export function behindHead(held: unknown): string | undefined {
  if (typeof held !== 'string' || !held.slice(0, 200).includes(',') || /^\w+:/.test(held)) return undefined
  return bytesInAddress(held)?.data
}

/** The part with other bytes, in base64, in the place of its own. */
export function withBytes(raw: Fields, data: string): unknown {
  const field = raw['data'] === undefined ? 'image' : 'data'
  const held = raw[field]
  return withField(raw, field, isRecord(held) && held['type'] === 'data' ? { ...held, data } : data)
}
