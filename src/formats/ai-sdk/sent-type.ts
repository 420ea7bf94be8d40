import { isRecord } from '../../json/is-record.ts'
import { readImageHeader } from '../../media/image-header.ts'
import type { MediaItem } from '../../media/media-item.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { fileBytes } from './file-bytes.ts'

/**
 * The same format where a picture goes out under the type that it is said to have: 5 and 6 read it from the bytes of `image` parts alone,
 * and in a prompt nobody does behind the SDK. What other frameworks make of a picture for their prompts is a JPEG before it is one.
 */
export function withSentTypes(format: Format, isResolved: boolean): Format {
  return {
    ...format,
    media: (block) => format.media(block).map((item) => (isSent(item, block) ? asSent(item, isResolved) : item)),
  }
}

/** In a result the package sends what shows its bytes. */
function isSent({ data, raw }: MediaItem, { kind }: Block): boolean {
  return isRecord(raw) && raw['type'] !== 'image' && (kind === 'media' || data !== undefined)
}

function asSent(item: MediaItem, isResolved: boolean): MediaItem {
  const { data, mediaType = '' } = fileBytes(item.raw as Readonly<Record<string, unknown>>) ?? {}
  const header = data === undefined ? null : readImageHeader(data)
  // `resolveFullMediaType` of 7 reads the bytes of a type without its second half; before, it was a JPEG.
  const isHalf = /^image(?:\/\*?)?$/.test(mediaType)
  if (header === null || (isHalf && isResolved)) return item
  return { ...item, kind: 'image', mediaType: isHalf ? 'image/jpeg' : mediaType, data, url: undefined }
}
