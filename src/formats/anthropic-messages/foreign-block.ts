import { mediaIn } from '../../transcript/media-in.ts'
import { titlesIn } from '../../transcript/sayings-in.ts'
import { sourceOf } from './source-of.ts'

/**
 * An image or a PDF as OpenAI, Gemini, Converse, the AI SDK or a server of tools (MCP) writes it, as a block of this API; undefined for
 * anything else, and where words stand beside it.
 */
export function foreignBlock(raw: unknown): unknown {
  const [medium, other] = mediaIn(raw)
  if (typeof medium !== 'string' || other) return undefined
  const source = sourceOf(medium)
  const title = titlesIn(raw).find((one) => one !== medium)
  const written = JSON.stringify(raw).replace(title ?? '', '')
  // Somebody's words.
  if (/ /.test(written)) return undefined
  if (source?.media_type === 'application/pdf') return { type: 'document', source, ...(title && { title }) }
  // An address alone does not tell what it leads to, and no image has a name here.
  return source && !title && (source.data ?? /"image/.test(written)) ? { type: 'image', source } : undefined
}
