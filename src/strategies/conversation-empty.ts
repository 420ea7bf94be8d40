import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * There are no messages at all, or the field has the wrong type.
 *
 * Nothing in the list can repair it: the hook and the adapters rebuild it from the message store.
 */
export const conversationEmpty: Strategy = defineStrategy({
  type: 'conversation_empty',

  reportedAs: [],

  visit: {
    end({ report, transcript }) {
      if (transcript.messages.length === 0) report({ at: null })
    },
  },
})
