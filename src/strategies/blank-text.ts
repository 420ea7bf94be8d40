import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A text block is empty or whitespace only.
 *
 * Repair: Remove the block; if it was the last one, treat as empty_content_message.
 */
export const blankText: Strategy = defineStrategy({
  type: 'blank_text',

  reportedAs: [],

  visit: {},
})
