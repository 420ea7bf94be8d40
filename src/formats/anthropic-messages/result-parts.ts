import { isRecord } from '../../json/is-record.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { otherThan } from '../mend.ts'
import type { PartWriter } from '../result-parts.ts'
import { mendedPart } from './block-mends.ts'
import { blockShapes } from './block-shapes.ts'
import { canonicalSource } from './canonical-source.ts'

/** What the content of a client's result may hold (`ToolResultBlockParam` of @anthropic-ai/sdk 1.11). */
const types: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'tool_reference',
  'browser_state',
])

const textFields: ReadonlySet<string> = blockShapes.get('text')!.fields!

/** The parts of a client's result; what is inside an image or a document is the affair of the media strategies. */
export const resultParts: PartWriter = {
  isPart: (part) => {
    if (!isRecord(part) || !types.has(part['type']) || mended(part) !== part) return false
    if (part['type'] !== 'text') return true
    // "text content blocks must be non-empty": those inside a result, too; of one that is only blank no refusal tells.
    return (
      typeof part['text'] === 'string' &&
      part['text'] !== '' &&
      Object.keys(part).every((field) => textFields.has(field) || part[field] === undefined)
    )
  },
  canonical: (part) => (isRecord(part) ? otherThan(part, mended(part)) : undefined),
  text: (text) => ({ type: 'text', text }),
}

/** The part as the API takes it; itself where it is fine, undefined where it is none. */
function mended(part: Record<string, unknown>): unknown {
  return canonicalMedium(part) ?? canonicalSource(part) ?? mendedPart(part)
}

/** An image as a server of tools (MCP) gives it, or as OpenAI writes it. */
function canonicalMedium({ data, image_url: link, mimeType, source, type }: Record<string, unknown>): unknown {
  if (source !== undefined) return undefined
  if (type === 'image' && typeof data === 'string' && typeof mimeType === 'string')
    return { type, source: { type: 'base64', media_type: mimeType, data } }
  const url = isRecord(link) ? link['url'] : link
  if (typeof url !== 'string') return undefined
  const inline = readDataUrl(url)
  if (inline?.isBase64 === true && inline.data !== '' && inline.mediaType.startsWith('image/'))
    return { type: 'image', source: { type: 'base64', media_type: inline.mediaType, data: inline.data } }
  return /^https?:/.test(url) ? { type: 'image', source: { type: 'url', url } } : undefined
}
