import { isRecord } from '../../json/is-record.ts'
import type { PartWriter } from '../result-parts.ts'
import { isMedia } from './media.ts'
import { typedText } from './message-mends.ts'

/** The parts of a tool message that every provider reads in its own way. */
export const resultParts: PartWriter = {
  isPart: (part) => (isRecord(part) && part['type'] === 'text' ? typeof part['text'] === 'string' : isMedia(part)),
  canonical: typedText,
  text: (text) => ({ type: 'text', text }),
}
