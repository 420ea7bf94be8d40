import { filledStringOf } from '../json/filled-string-of.ts'
import { isRecord } from '../json/is-record.ts'
import { readDataUrl } from './data-url.ts'
import { isEncodedText } from './is-encoded-text.ts'

/** An image or a document in the form of no format: its bytes in base64, and its media type. */
export interface ForeignMedium {
  readonly mediaType: string
  readonly data: string
  readonly name: string | undefined
}

/** The fields in which APIs keep the medium of a part. Results of tools use other fields: their media do not belong to the message. */
export const holders: readonly string[] = [
  'source',
  'image',
  'document',
  'image_url',
  'file',
  'file_data',
  'inlineData',
  'inline_data',
  'url',
]
export const types: readonly string[] = ['media_type', 'mediaType', 'mime_type', 'mimeType']
const names = ['filename', 'title', 'displayName', 'display_name', 'name']
/** The media types of Converse's formats. */
const typeOfFormat: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  pdf: 'application/pdf',
}
const base64 = /^[\w+/\r\n-]+={0,2}\s*$/

/**
 * The medium that a part itself holds, in the form of any API; undefined when it holds none, or only points to it.
 *
 * @param outer the media type that stands around it
 * @example
 * foreignMedium({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } })
 * // { mediaType: 'image/png', data: 'iVBORw0KGgo=', name: undefined }
 */
export function foreignMedium(raw: unknown, outer?: string): ForeignMedium | undefined {
  if (typeof raw === 'string') {
    const inline = readDataUrl(raw)
    return inline?.isBase64 ? mediumOf(inline.mediaType || outer, inline.data, undefined) : undefined
  }
  // A source of type text holds plain text (`{ type: 'text', media_type: 'text/plain', data: 'Hello' }` of Anthropic).
  if (!isRecord(raw) || (raw['type'] === 'text' && raw['data'] !== undefined)) return undefined
  const mediaType =
    firstText(raw, types) ?? (typeof raw['format'] === 'string' ? typeOfFormat[raw['format']] : undefined) ?? outer
  const name = firstText(raw, names)
  const held = raw['data'] ?? raw['bytes'] ?? raw['image']
  const own = mediumOf(mediaType, held instanceof Uint8Array ? Buffer.from(held).toString('base64') : held, name)
  if (own !== undefined && !mayBeWords(own, raw, held)) return own
  for (const holder of [...holders, 'data']) {
    const found = foreignMedium(raw[holder], mediaType)
    if (found !== undefined) return { ...found, name: found.name ?? name }
  }
  return undefined
}

/** Whether the data may be plain text: a text type, and no sign that it is encoded. */
function mayBeWords({ data, mediaType }: ForeignMedium, { type }: Record<string, unknown>, held: unknown): boolean {
  return typeof held === 'string' && mediaType.startsWith('text/') && type !== 'base64' && !isEncodedText(data)
}

function mediumOf(mediaType: string | undefined, data: unknown, name: string | undefined): ForeignMedium | undefined {
  if (mediaType === undefined || typeof data !== 'string' || !base64.test(data)) return undefined
  return { mediaType, data, name }
}

function firstText(raw: Readonly<Record<string, unknown>>, fields: readonly string[]): string | undefined {
  return filledStringOf(fields.map((field) => raw[field]).find((value) => filledStringOf(value) !== undefined))
}

/** The medium as a data URL. */
export function dataUrlOf({ data, mediaType }: ForeignMedium): string {
  return `data:${mediaType};base64,${data}`
}

/** The image in a part that names it; few APIs have a field for that name. */
export function namedImage(raw: unknown): ForeignMedium | undefined {
  const medium = foreignMedium(raw)
  return medium?.name !== undefined && medium.mediaType.startsWith('image/') ? medium : undefined
}
