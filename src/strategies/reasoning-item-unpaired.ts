import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An OpenAI Responses reasoning item and its item are separated.
 *
 * Repair: both stay or both go: what cannot be completed gives up the link, and where there is none, the reasoning item.
 */
export const reasoningItemUnpaired: Strategy = defineStrategy({
  type: 'reasoning_item_unpaired',

  reportedAs: [],

  visit: {},
})
