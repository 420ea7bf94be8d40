import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An OpenAI Responses reasoning item and its item are separated.
 *
 * Repair: Keep both or drop both.
 */
export const reasoningItemUnpaired: Strategy = defineStrategy({
  type: 'reasoning_item_unpaired',

  reportedAs: [],

  visit: {},
})
