import { isRecord } from '../../json/is-record.ts'
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

/** The parts of a client's result; the inside of images and documents is left to the media strategies. */
export const resultParts: PartWriter = {
  isPart: (part) => {
    if (!isRecord(part) || !types.has(part['type']) || mended(part) !== part) return false
    if (part['type'] !== 'text') return true
    // "text content blocks must be non-empty" holds inside results too; for blank text no refusal is known.
    return (
      typeof part['text'] === 'string' &&
      part['text'] !== '' &&
      Object.keys(part).every((field) => textFields.has(field) || part[field] === undefined)
    )
  },
  canonical: (part) => (isRecord(part) ? otherThan(part, mended(part)) : undefined),
  text: (text) => ({ type: 'text', text }),
}

/** The part as the API accepts it; itself when it is fine, undefined when it cannot be read. */
function mended(part: Record<string, unknown>): unknown {
  return canonicalSource(part) ?? mendedPart(part)
}
