import type { Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

/**
 * Two messages of one role in a row where the format demands alternation.
 *
 * Repair: they become one message, results first; nothing of either is lost.
 */
export const roleAlternation: Strategy<'role_alternation'> = defineStrategy({
  type: 'role_alternation',

  meta: {
    title: 'two messages of one role in a row',
    meaning: 'Two messages of one role in a row where the format demands alternation.',
    repair: 'Merge them, results first.',
    says: 'messages: roles must alternate between "user" and "assistant", but found multiple "assistant" roles in a row',
    link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html',
  },

  learn: () => ({ rules: { alternation: 'required' } }),

  visit: {
    turn(turn, { format, report, rules }) {
      if (rules.alternation === 'free' || turn.messages.length < 2 || turn.role === 'unknown') return
      if (turn.role === 'tool' || (turn.role === 'system' && rules.systemMessages === 'anywhere')) return
      const [first, ...rest] = turn.messages as [Message, ...Message[]]
      report({
        at: rest[0]!,
        detail: { role: turn.role, count: turn.messages.length },
        fix: (edit) => {
          edit.replaceMessage(first, format.write.merge(turn.messages))
          for (const message of rest) edit.removeMessage(message)
        },
      })
    },
  },
})
