import { readImageHeader } from './image-header.ts'
import { pdfHead } from './pdf-head.ts'

/** The head of a `data:` URL, also a damaged one: `image/png;base64,`, `base64,`, `data:image/png,`. */
const head = /^(?:(?:data:)?(?:[\w.+-]+\/[\w.+-]+)?(?:;[^;,]*)*|base64),/i

/**
 * The image or PDF whose bytes stand in an address or instead of one; undefined for a real address.
 *
 * @example
 * bytesInAddress('image/png;base64,iVBORw0KGgo...') // { mediaType: 'image/png', data: 'iVBORw0KGgo...' }
 */
export function bytesInAddress(text: string): { mediaType: string; data: string } | undefined {
  const data = text.slice(head.exec(text.slice(0, 200))?.[0].length)
  const mediaType = readImageHeader(data)?.mediaType ?? (data.startsWith(pdfHead) ? 'application/pdf' : undefined)
  return mediaType === undefined ? undefined : { mediaType, data }
}
