import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const conversationEmptyMeta: FaultMeta = {
  title: 'no messages at all',
  meaning: 'There are no messages at all, or the field has the wrong type.',
  repair: 'Rebuild from the message store; otherwise unrecoverable.',
  says: 'messages: at least one message is required',
  link: 'https://platform.openai.com/docs/api-reference/chat/create',
}

/**
 * There are no messages at all, or the field has the wrong type.
 *
 * Nothing in an empty list can repair it: the hook and the adapters rebuild it from the message store.
 */
export const conversationEmpty: Strategy<'conversation_empty'> = defineStrategy({
  type: 'conversation_empty',

  // Of a list that holds messages it means that none of them is a turn: a server has lifted what stands there.
  learn: () => ({ rules: { userDemanded: true } }),

  visit: {
    end({ report, rules, transcript }) {
      if (transcript.messages.length === 0 && rules.listOptional !== true) report({ at: null })
    },
  },
})
