import { isRecord } from '../json/is-record.ts'
import { parsedContainer } from '../json/parsed-container.ts'
import { readDataUrl } from '../media/data-url.ts'

/** Fields that the formats, and programs beside them, keep for media: their bytes, or where they are: an address, or the provider's own id of a file. */
const mediaFields: ReadonlySet<string> = new Set([
  'bytes',
  'file_id',
  'file_uri',
  'file_url',
  'fileId',
  'fileUri',
  'image_url',
  'images',
  'input_audio',
  's3Location',
])
/** Fields that name the media type of the bytes beside them. */
const kindFields = ['media_type', 'mediaType', 'mime_type', 'mimeType'] as const
const besideKind: ReadonlySet<string> = new Set(['data', 'image', 'uri', 'url'])
/** A media type. Prose may begin with `data:` too, and what follows there is none. */
const writtenType = /^[\w.+-]+\/[\w.+-]+$/

/**
 * The media in a raw value of any format: images, documents and sounds, as bytes, base64, address or file id. A file name is not one.
 *
 * @example
 * mediaIn({ inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } }) // ['iVBORw0KGgo=']
 * mediaIn({ caller: { type: 'direct' } }) // []
 */
export function mediaIn(raw: unknown): readonly (string | Uint8Array)[] {
  const media: (string | Uint8Array)[] = []
  collect(raw, false, media)
  return media
}

function collect(value: unknown, isMedium: boolean, media: (string | Uint8Array)[]): void {
  if (typeof value === 'string') {
    const inline = readDataUrl(value)
    const known = media.length
    if (inline !== undefined && writtenType.test(inline.mediaType)) media.push(inline.data)
    else if (isMedium) collect(parsedContainer(value), isMedium, media)
    // A string in a medium that leads to no other medium is the medium itself, even if it is JSON: a file may hold JSON.
    if (isMedium && media.length === known && value !== '') media.push(value)
  } else if (value instanceof Uint8Array) {
    if (value.length > 0) media.push(value)
  } else if (value instanceof URL) {
    if (isMedium) media.push(value.href)
  } else if (Array.isArray(value)) for (const item of value) collect(item, isMedium, media)
  else if (isRecord(value)) {
    const isKind = value['type'] === 'image' || kindFields.some((field) => typeof value[field] === 'string')
    for (const [field, inner] of Object.entries(value)) {
      // Within a medium its address and bytes are told by their names, as `source` and `image_url` hold them.
      const isBeside = besideKind.has(field) && (isKind || isMedium)
      collect(inner, isBeside || mediaFields.has(field) || isSource(field, inner), media)
    }
  }
}

/** `source: { type: 'url', url }`, as Anthropic points to images and documents. */
function isSource(field: string, value: unknown): boolean {
  return field === 'source' && isRecord(value)
}
