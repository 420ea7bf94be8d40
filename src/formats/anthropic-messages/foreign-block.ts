import { filledStringOf } from '../../json/filled-string-of.ts'
import { isRecord } from '../../json/is-record.ts'
import { mediaIn } from '../../transcript/media-in.ts'
import { sourceOf } from './source-of.ts'

/**
 * An image or a PDF as OpenAI, Gemini, Converse, the AI SDK or a server of tools (MCP) writes it, as a block of this API; undefined for
 * anything else.
 */
export function foreignBlock(raw: Readonly<Record<string, unknown>>): unknown {
  const [medium, ...others] = mediaIn(raw)
  if (medium === undefined || others.length > 0) return undefined
  const source = sourceOf(typeof medium === 'string' ? medium : Buffer.from(medium).toString('base64'))
  if (source?.media_type === 'application/pdf') return { type: 'document', source, ...titleIn(raw) }
  // An address alone does not tell what it leads to.
  const isImage = source?.url === undefined || raw['image_url'] !== undefined || raw['type'] === 'image'
  return source && isImage ? { type: 'image', source } : undefined
}

/** The name of the file, beside it or in what holds it. */
function titleIn(raw: object): { title?: string } {
  for (const holder of [raw, ...Object.values(raw)]) {
    const title = isRecord(holder) ? filledStringOf(holder['filename'] ?? holder['name'] ?? holder['title']) : undefined
    if (title !== undefined) return { title }
  }
  return {}
}
