import { isRecord } from '../../json/is-record.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { callTypes, repeatTypes } from './content-shapes.ts'
import { forStrict } from './for-strict.ts'
import { googleContent, googleMedium, googleRescue, googleResultParts, isSentByGoogle } from './google-content.ts'
import { baseFormat } from './base-format.ts'
import { placesOfEntries } from './lone-parts.ts'
import { fieldOf } from './message-fields.ts'
import { rawCallsOf, unlistedCalls } from './unlisted-calls.ts'

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
  unsentCalls: (message) =>
    baseFormat.unsentCalls!(message) ?? unlistedCalls({ blocks: inOrderOfParts(message) }) ?? rawCallsOf(message),
}

/** The calls in the order of the content: results pair with them by position, because no ids are sent. */
function inOrderOfParts({ blocks, raw }: Message): readonly Block[] {
  const places = placesOfEntries(raw)
  const placeOf = ({ field, index }: Block): number => (field === 'content' ? index : (places[index] ?? blocks.length))
  return blocks.toSorted((one, other) => placeOf(one) - placeOf(other))
}

/** Whether nothing of the content is sent: calls are sent from their list alone, never from their copies in the content. */
function saysNothingToGoogle({ raw }: Message): boolean {
  const content = fieldOf(raw, 'content')
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((block) => isRecord(block) && repeatTypes.has(block['type']))
  )
}
