import { isRecord } from '../../json/is-record.ts'
import { readImageHeader } from '../../media/image-header.ts'
import type { MediaItem } from '../../media/media-item.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { fileBytes } from './file-bytes.ts'

/**
 * The format for versions that send an image with its stated type: 5 and 6 detect the type of `image` parts only, and a prompt behind the
 * SDK is never checked. Other frameworks call the images in their prompts JPEG whatever they are.
 */
export function withSentTypes(format: Format, isResolved: boolean): Format {
  return {
    ...format,
    media: (block) => format.media(block).map((item) => (isSent(item, block) ? asSent(item, isResolved) : item)),
  }
}

/** In a result, the package sends the files whose bytes can be seen. */
function isSent({ data, raw }: MediaItem, { kind }: Block): boolean {
  return isRecord(raw) && raw['type'] !== 'image' && (kind === 'media' || data !== undefined)
}

function asSent(item: MediaItem, isResolved: boolean): MediaItem {
  const { data, mediaType = '' } = fileBytes(item.raw as Readonly<Record<string, unknown>>) ?? {}
  const header = data === undefined ? null : readImageHeader(data)
  // Version 7 (`resolveFullMediaType`) detects the type of a bare `image` or `image/*`; earlier ones call it JPEG.
  const isHalf = /^image(?:\/\*?)?$/.test(mediaType)
  if (header === null || (isHalf && isResolved)) return item
  return { ...item, kind: 'image', mediaType: isHalf ? 'image/jpeg' : mediaType, data, url: undefined }
}
