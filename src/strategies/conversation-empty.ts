import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * There are no messages at all, or the field has the wrong type.
 *
 * Repair: Rebuild from the message store; otherwise unrecoverable.
 */
export const conversationEmpty: Strategy = defineStrategy({
  type: 'conversation_empty',

  reportedAs: [],

  visit: {},
})
