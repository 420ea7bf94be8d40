import { isRecord } from '../../json/is-record.ts'
import { canonicalPart } from '../openai-chat/canonical.ts'
import type { PartWriter } from '../result-parts.ts'
import { isMedia } from './media.ts'
import { typedText } from './message-mends.ts'

/** The parts of a tool message, which each provider reads in its own way. */
export const resultParts: PartWriter = {
  isPart: (part) =>
    isRecord(part) && part['type'] === 'text'
      ? typeof part['text'] === 'string'
      : isMedia(part) && canonicalPart(part) === undefined,
  canonical: (part) => typedText(part) ?? canonicalPart(part),
  text: (text) => ({ type: 'text', text }),
}
