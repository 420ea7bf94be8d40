import type { Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

/**
 * Two messages of one role in a row where the format demands alternation.
 *
 * Repair: they become one message, results first; nothing of either is lost.
 */
export const roleAlternation: Strategy = defineStrategy({
  type: 'role_alternation',

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
