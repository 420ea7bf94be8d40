import { isRecord } from '../../json/is-record.ts'
import type { PartWriter } from '../result-parts.ts'
import { canonicalPart } from './canonical.ts'

const partTypes = /^(?:input_(?:text|image|file|audio|video)|encrypted_\w+)$/

/** The parts of an output: all input types, and content that the API has encrypted. */
export const resultParts: PartWriter = {
  isPart: (part) => {
    if (!isRecord(part) || typeof part['type'] !== 'string' || !partTypes.test(part['type'])) return false
    if (part['type'] === 'input_image')
      return !isRecord(part['image_url']) || typeof part['image_url']['url'] !== 'string'
    return part['type'] !== 'input_text' || typeof part['text'] === 'string'
  },
  canonical: (part) => (isRecord(part) ? canonicalPart(part, false) : undefined),
  text: (text) => ({ type: 'input_text', text }),
}
