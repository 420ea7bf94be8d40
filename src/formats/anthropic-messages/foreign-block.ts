import { isRecord } from '../../json/is-record.ts'
import { foreignMedium } from '../../media/foreign-medium.ts'

/**
 * An image or a PDF as OpenAI, Gemini, Converse, the AI SDK or a server of tools (MCP) writes it, as a block of this API; undefined for
 * anything else.
 */
export function foreignBlock(raw: Readonly<Record<string, unknown>>): unknown {
  const medium = foreignMedium(raw)
  if (medium !== undefined) {
    const { data, mediaType, name } = medium
    const source = { type: 'base64', media_type: mediaType, data }
    if (mediaType.startsWith('image/')) return { type: 'image', source }
    return mediaType === 'application/pdf' ? { type: 'document', source, ...(name && { title: name }) } : undefined
  }
  const { image_url: image, type, url: address } = raw
  const link = image ?? (type === 'image' ? address : undefined)
  const url = isRecord(link) ? link['url'] : link
  return typeof url === 'string' && /^https?:/.test(url) ? { type: 'image', source: { type: 'url', url } } : undefined
}
