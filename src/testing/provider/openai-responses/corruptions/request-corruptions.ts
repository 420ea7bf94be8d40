import { onItem, type ResponsesCorruption } from './corruption.ts'

const anywhere = (_item: unknown, at: number): boolean => at === 0

/** Damage to what the request continues. */
export const requestCorruptions: readonly ResponsesCorruption[] = [
  onItem(
    'previous-response-gone',
    'reference_not_found',
    anywhere,
    ({ copy, input }) => {
      if ('previous_response_id' in copy.request || 'conversation' in copy.request) return false
      // Only a whole conversation can do without what the server held.
      if (!input.some((item) => item['role'] === 'assistant' || item['type'] === 'function_call')) return false
      if (input.some((item) => item['type'] === 'item_reference' || (!('type' in item) && !('role' in item))))
        return false
      copy.request['previous_response_id'] = 'resp_gone'
    },
    { opaque: true },
  ),
  onItem(
    'conversation-gone',
    'reference_not_found',
    anywhere,
    ({ copy, input }) => {
      if ('previous_response_id' in copy.request || 'conversation' in copy.request) return false
      if (!input.some((item) => item['role'] === 'assistant' || item['type'] === 'function_call')) return false
      if (input.some((item) => item['type'] === 'item_reference' || (!('type' in item) && !('role' in item))))
        return false
      copy.request['conversation'] = { id: 'conv_gone' }
    },
    { opaque: true },
  ),
]
