import type { Message, Turn } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'
import { marked, syntheticText } from './synthetic-text.ts'

/**
 * A message has no content at all (null, [], no parts, missing field).
 *
 * Repair: the message goes where the format allows; where it is the only one, a marked placeholder stands in.
 */
export const emptyContentMessage: Strategy = defineStrategy({
  type: 'empty_content_message',

  reportedAs: [],

  learn: () => ({
    rules: {
      absentContent: 'refused',
      emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'refused', unknown: 'refused' },
    },
  }),

  visit: {
    message(message, context) {
      const { format, report, rules, transcript } = context
      if (!isEmpty(message) || message.raw === null || typeof message.raw !== 'object') return
      if (message.content === 'absent') {
        if (rules.absentContent === 'allowed') return
        if (rules.absentContent === 'beside-calls' && message.blocks.length > 0) return
      } else {
        const rule = rules.emptyContent[message.role]
        if (rule === 'allowed' || message.blocks.length > 0) return
        if (rule === 'beside-content' && hasContentBeside(message, context.turnAt(message.turnIndex)!)) return
        if (format.isDirective(message)) return
      }
      const only = transcript.messages.length === 1
      report({
        at: message,
        detail: { role: message.role, content: message.content },
        loss: only ? 'synthesised' : 'none',
        fix: (edit) => {
          if (message.blocks.length > 0) edit.setField(message, format.contentField, '')
          else if (!only) edit.removeMessage(message)
          else
            edit.replaceMessage(
              message,
              format.write.withField(message.raw, format.contentField, [
                format.write.text(marked(syntheticText.emptyMessage)),
              ]),
            )
        },
      })
    },
  },
})

function isEmpty(message: Message): boolean {
  return message.content === 'empty' || message.content === 'absent'
}

function hasContentBeside(message: Message, turn: Turn): boolean {
  return turn.messages.some((other) => other !== message && other.blocks.length > 0)
}
