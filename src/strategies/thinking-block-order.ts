import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A thinking block is not where the format demands it (must lead / must not be final).
 *
 * Repair: Reorder inside the turn only when the result is provably valid; otherwise drop the unverifiable thinking of that turn, or turn thinking off for the retry.
 */
export const thinkingBlockOrder: Strategy = defineStrategy({
  type: 'thinking_block_order',

  reportedAs: [],

  visit: {},
})
