import { mediaIn } from '../../transcript/media-in.ts'
import { titlesIn } from '../../transcript/sayings-in.ts'
import { sourceOf } from './source-of.ts'

/**
 * An image or a PDF in the form of OpenAI, Gemini, Converse, the AI SDK or a tool server (MCP), as a block of this API; undefined for
 * anything else, also when text stands beside the medium.
 */
export function foreignBlock(raw: unknown): unknown {
  const [medium, other] = mediaIn(raw)
  if (typeof medium !== 'string' || other) return undefined
  const source = sourceOf(medium)
  const title = titlesIn(raw).find((one) => one !== medium)
  const written = JSON.stringify(raw).replace(title ?? '', '')
  // A space means that somebody's text stands beside the medium.
  if (/ /.test(written)) return undefined
  if (source?.media_type === 'application/pdf') return { type: 'document', source, ...(title && { title }) }
  // A URL alone does not say that it leads to an image, and images have no title in this API.
  return source && !title && (source.data ?? /"image/.test(written)) ? { type: 'image', source } : undefined
}
