import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Thinking of the latest assistant turn differs from what the provider returned.
 *
 * Repair: Restore the original from the part store; else strip the thinking of that turn.
 */
export const thinkingBlockModified: Strategy = defineStrategy({
  type: 'thinking_block_modified',

  reportedAs: [],

  visit: {},
})
