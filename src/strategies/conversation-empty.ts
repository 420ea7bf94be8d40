import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

/**
 * There are no messages at all, or the field has the wrong type.
 *
 * Nothing in the list can repair it: the hook and the adapters rebuild it from the message store.
 */
export const conversationEmpty: Strategy<'conversation_empty'> = defineStrategy({
  type: 'conversation_empty',

  meta: {
    title: 'no messages at all',
    meaning: 'There are no messages at all, or the field has the wrong type.',
    repair: 'Rebuild from the message store; otherwise unrecoverable.',
    says: 'messages: at least one message is required',
    link: 'https://platform.openai.com/docs/api-reference/chat/create',
  },

  visit: {
    end({ report, rules, transcript }) {
      if (transcript.messages.length === 0 && rules.listOptional !== true) report({ at: null })
    },
  },
})
