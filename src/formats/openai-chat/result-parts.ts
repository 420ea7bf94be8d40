import { isRecord } from '../../json/is-record.ts'
import type { PartWriter } from '../result-parts.ts'
import { partShapes } from './block-shapes.ts'
import { canonicalPart } from './canonical.ts'

/** The parts of a tool message: what a model alone says is none of a tool. Whether a model may see media there is the affair of the media strategies. */
export const resultParts: PartWriter = {
  isPart: (part) => {
    const kind = isRecord(part) ? partShapes.get(part['type'] as string)?.kind : undefined
    return kind === 'media' || (kind === 'text' && typeof (part as { text?: unknown }).text === 'string')
  },
  canonical: canonicalPart,
  text: (text) => ({ type: 'text', text }),
}
