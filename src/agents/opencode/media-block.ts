import { readDataUrl } from '../../media/data-url.ts'
import { stringOf } from './stored-rows.ts'

/** A file part or attachment as the block that carries it: images and documents, by their data or their address. */
export function mediaBlock(file: Record<string, unknown>): Record<string, unknown> {
  const url = stringOf(file, 'url') ?? ''
  const mime = stringOf(file, 'mime') ?? ''
  const inline = readDataUrl(url)
  const source = inline
    ? { type: 'base64', media_type: mime || inline.mediaType, data: inline.data }
    : { type: 'url', url }
  return { type: mime.startsWith('image/') ? 'image' : 'document', source }
}
