import { isRecord } from '../transcript/is-record.ts'
import type { LintContext } from '../transcript/lint-context.ts'
import type { Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/** What foreign role names mean. */
const meanings: Readonly<Record<string, 'user' | 'assistant' | 'system'>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  model: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  system: 'system',
  developer: 'system',
  tool: 'user',
  function: 'user',
}

/**
 * A message has an unknown, missing or misplaced role (for example system inside messages).
 *
 * Repair: the role is mapped to what it means; a system text that may not stand where it is moves to the system field of the
 * request, or into the user's turn, marked as what it is.
 */
export const roleInvalid: Strategy = defineStrategy({
  type: 'role_invalid',

  reportedAs: [],

  learn: ({ text }, { roleNames, systemMessages }) => ({
    rules: /developer/i.test(text)
      ? { roleNames: new Set([...roleNames].filter((name) => name !== 'developer')) }
      : { systemMessages: systemMessages === 'anywhere' ? 'leading' : 'lift' },
  }),

  visit: {
    message(message, context) {
      if (!isRecord(message.raw) || message.content === 'none') return
      const name = message.raw['role']
      if (typeof name === 'string' && context.rules.roleNames.has(name)) return checkSystem(message, context)
      const role = meanings[String(name).toLowerCase()] ?? guessRole(message)
      context.report({
        at: message,
        detail: { role: typeof name === 'string' ? name.slice(0, 40) : typeof name },
        fix: (edit) => edit.setField(message, 'role', context.format.roleName(role)),
      })
    },
  },
})

/** Calls and thinking are the assistant's; everything else is read to the model. */
function guessRole(message: Message): 'user' | 'assistant' {
  return message.blocks.some((block) => block.kind === 'tool_call' || block.kind === 'thinking') ? 'assistant' : 'user'
}

function checkSystem(message: Message, context: LintContext): void {
  if (message.role !== 'system' || context.format.isDirective(message)) return
  const { format, report, rules, transcript } = context
  const turn = context.turnAt(message.turnIndex)!
  const next = context.turnAt(turn.index + 1)
  const isFirst = turn.index === 0
  const legal: Record<typeof rules.systemMessages, boolean> = {
    anywhere: true,
    leading: isFirst,
    'before-assistant': !isFirst && (next === undefined || next.role === 'assistant'),
    lift: false,
  }
  if (legal[rules.systemMessages] || transcript.messages.length === 0) return
  const texts = message.blocks.flatMap((block) => (block.text?.trim() ? [block.text] : []))
  report({
    at: message,
    detail: { role: 'system', rule: rules.systemMessages },
    fix: (edit) => {
      if (isFirst || !format.hasSystemField) {
        edit.removeMessage(message)
        edit.liftSystem(texts)
      } else edit.setField(message, 'role', format.roleName('user'))
    },
  })
}
