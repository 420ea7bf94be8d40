import type { TestItem } from '../transcript.ts'
import { onItem, type ResponsesCorruption } from './corruption.ts'

const anywhere = (_item: unknown, at: number): boolean => at === 0

/** Damage to the continued history: the server no longer holds it. */
export const requestCorruptions: readonly ResponsesCorruption[] = [
  continuing('previous-response-gone', 'previous_response_id', 'resp_gone'),
  continuing('conversation-gone', 'conversation', { id: 'conv_gone' }),
]

function continuing(id: string, field: string, value: unknown): ResponsesCorruption {
  return onItem(
    id,
    'reference_not_found',
    anywhere,
    ({ copy, input }) => {
      if ('previous_response_id' in copy.request || 'conversation' in copy.request || !isWhole(input)) return false
      copy.request[field] = value
    },
    { opaque: true },
  )
}

/** Only a whole conversation can replace what the server held. */
function isWhole(input: readonly TestItem[]): boolean {
  if (!input.some((item) => item['role'] === 'assistant' || item['type'] === 'function_call')) return false
  return !input.some((item) => item['type'] === 'item_reference' || (!('type' in item) && !('role' in item)))
}
