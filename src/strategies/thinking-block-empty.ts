import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A thinking block lacks its text or required fields.
 *
 * Repair: Remove the empty block.
 */
export const thinkingBlockEmpty: Strategy = defineStrategy({
  type: 'thinking_block_empty',

  reportedAs: [],

  visit: {},
})
