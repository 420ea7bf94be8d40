import { isRecord } from '../../json/is-record.ts'
import type { Message } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { callTypes, repeatTypes } from './content-shapes.ts'
import { forStrict } from './for-strict.ts'
import { googleContent, googleMedium, googleRescue, googleResultParts, isSentByGoogle } from './google-content.ts'
import { fieldOf } from './message-fields.ts'

/** The chat model for Gemini. */
export const forGoogle: Format = {
  ...forStrict({
    hasParts: true,
    isSent: isSentByGoogle,
    medium: googleMedium,
    parts: googleResultParts,
    repeats: callTypes,
    rescue: googleRescue,
    shapes: googleContent,
  }),
  isSentEmpty: saysNothingToGoogle,
}

/** Of calls its own list is sent alone, and of what repeats them nothing. */
function saysNothingToGoogle({ raw }: Message): boolean {
  const content = fieldOf(raw, 'content')
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((block) => isRecord(block) && repeatTypes.has(block['type']))
  )
}
