import { isRecord } from '../../json/is-record.ts'
import type { PartWriter } from '../result-parts.ts'
import { partShapes } from './block-shapes.ts'
import { canonicalPart } from './canonical.ts'

/** The parts of a tool message; whether a model may see media there is the affair of the media strategies. */
export const resultParts: PartWriter = {
  isPart: (part) => {
    if (!isRecord(part) || !partShapes.has(part['type'] as string)) return false
    return part['type'] !== 'text' || typeof part['text'] === 'string'
  },
  canonical: canonicalPart,
  text: (text) => ({ type: 'text', text }),
}
