import { mediaIn } from '../../transcript/media-in.ts'
import { titlesIn } from '../../transcript/sayings-in.ts'
import { sourceOf } from './source-of.ts'

/** Somebody's words, or a field for them. */
const saysMore = / |"(?:alt|caption|summary)"/

/**
 * An image or a PDF as OpenAI, Gemini, Converse, the AI SDK or a server of tools (MCP) writes it, as a block of this API; undefined for
 * anything else, and where words stand beside it.
 */
export function foreignBlock(raw: unknown): unknown {
  const [medium, ...others] = mediaIn(raw)
  if (typeof medium !== 'string' || others.length > 0) return undefined
  const source = sourceOf(medium)
  const title = titlesIn(raw).find((one) => one !== medium)
  const written = JSON.stringify(raw, (_, value) => (value === title ? undefined : (value as unknown)))
  if (source === undefined || saysMore.test(written)) return undefined
  if (source.media_type === 'application/pdf') return { type: 'document', source, ...(title && { title }) }
  // An address alone does not tell what it leads to, and no image has a name here.
  return !title && (source.data ?? /"image/.test(written)) ? { type: 'image', source } : undefined
}
