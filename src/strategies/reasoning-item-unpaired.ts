import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An OpenAI Responses reasoning item and its item are separated.
 *
 * Repair: both stay or both go: what cannot be completed gives up the link, and where there is none, the reasoning item.
 */
export const reasoningItemUnpaired: Strategy = defineStrategy({
  type: 'reasoning_item_unpaired',

  reportedAs: [
    wording('openai', /was provided without its re/, 'github.com/continuedev/continue/issues/8933'),
    wording(
      'local',
      /item\.(?:content|summary|encrypted_content) is not an? (?:array|string|object)/,
      'llama.cpp Responses',
    ),
  ],

  visit: {},
})
