import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

/**
 * There are no messages at all, or the field has the wrong type.
 *
 * Nothing in the list can repair it: the hook and the adapters rebuild it from the message store.
 */
export const conversationEmpty: Strategy = defineStrategy({
  type: 'conversation_empty',

  visit: {
    end({ report, rules, transcript }) {
      if (transcript.messages.length === 0 && rules.listOptional !== true) report({ at: null })
    },
  },
})
