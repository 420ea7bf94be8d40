import { mediaIn } from '../../transcript/media-in.ts'
import { titlesIn } from '../../transcript/sayings-in.ts'
import { sourceOf } from './source-of.ts'

/**
 * An image or a PDF as OpenAI, Gemini, Converse, the AI SDK or a server of tools (MCP) writes it, as a block of this API; undefined for
 * anything else.
 */
export function foreignBlock(raw: Readonly<Record<string, unknown>>): unknown {
  const [medium, ...others] = mediaIn(raw)
  if (medium === undefined || others.length > 0) return undefined
  const source = sourceOf(typeof medium === 'string' ? medium : Buffer.from(medium).toString('base64'))
  const title = titlesIn(raw).find((one) => one !== medium)
  if (source?.media_type === 'application/pdf') return { type: 'document', source, ...(title && { title }) }
  // An address alone does not tell what it leads to, and no image has a name here.
  const isImage = source?.url === undefined || raw['image_url'] !== undefined || raw['type'] === 'image'
  return source && isImage && title === undefined ? { type: 'image', source } : undefined
}
