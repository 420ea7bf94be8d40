import type { Block, Message, Turn } from '../transcript/transcript.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import type { LintContext } from '../lint/lint-context.ts'

export const roleAlternationMeta: FaultMeta = {
  title: 'two messages of one role in a row',
  meaning: 'Two messages of one role in a row where the format demands alternation.',
  repair: 'Merge them, results first.',
  says: 'messages: roles must alternate between "user" and "assistant", but found multiple "assistant" roles in a row',
  link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Message.html',
}

/**
 * Two messages of one role in a row where the format demands alternation.
 *
 * Repair: they become one message, results first; nothing of either is lost.
 */
export const roleAlternation: Strategy<'role_alternation'> = defineStrategy({
  type: 'role_alternation',

  learn: () => ({ rules: { alternation: 'required' } }),

  visit: {
    turn(turn, context) {
      const { format, report, rules } = context
      if (rules.alternation === 'free' || turn.messages.length < 2 || turn.role === 'unknown') return
      if (turn.role === 'tool' || (turn.role === 'system' && rules.systemMessages === 'anywhere')) return
      const [first, ...rest] = turn.messages as [Message, ...Message[]]
      if (opensBefore(turn, context)) return
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

/** What a chat template says. */
const ofTemplate = /user\s?\/\s?assistant|(?:conversation roles|user and assistant roles) (?:must alternate|except)/i

/** Calls become texts, and the lists that held them go. */
const withoutTools = { toolsTaken: false, callList: 'strict' } as const

/** "... except for tool calls and results" */
const exceptsTools = /\bexcept\b/i

/** The same where some providers refuse two system messages and nothing else in a row, or results beside anything else. */
export const systemsInARow: Strategy<'role_alternation'> = /* @__PURE__ */ extendStrategy(roleAlternation, {
  // A chat template counts from the user on, once the one system message in front is aside, and leaves calls and results out: unless it
  // knows neither, as Gemma's and Llama 2's, which is what is left where nothing else is out of turn.
  learn: (refusal) =>
    ofTemplate.test(refusal.text)
      ? {
          rules: {
            ...(refusal.isLast && !exceptsTools.test(refusal.text) && withoutTools),
            alternation: 'required',
            assistantAfterTool: true,
            firstRoles: ['user'],
            systemMessages: 'leading',
            userDemanded: true,
          },
        }
      : roleAlternation.learn!(refusal),

  visit: {
    turn(turn, context) {
      const { report, rules } = context
      if (rules.alternation === 'of-systems' && turn.role !== 'system') return
      const splits = rules.resultsAlone === true && turn.role === 'assistant' ? splitsOf(turn, context) : []
      if (splits.length === 0) return roleAlternation.visit.turn!(turn, context)
      report({
        at: splits[0]!,
        detail: { role: turn.role, count: turn.messages.length },
        loss: 'synthesised',
        fix: (edit) => {
          for (const message of splits)
            edit.insertMessage(message.index, 'user', [edit.write.text(marked(syntheticText.split))])
        },
      })
    },
  },
})

/** A message before the last calls a tool whose result is missing: it comes in between, and nothing has to be merged. */
function opensBefore({ messages }: Turn, { pairing }: LintContext): boolean {
  const isOpen = (block: Block): boolean => !block.shape.server && pairing.openCalls.has(block)
  return messages.some((message) => message !== messages.at(-1) && message.blocks.some(isOpen))
}

/** Messages that may not be joined with the one before: where a turn of results holds nothing else, one of calls does so neither. */
function splitsOf(turn: Turn, context: LintContext): Message[] {
  const { messages } = turn
  if (opensBefore(turn, context)) return []
  const calls = ({ blocks }: Message): boolean => blocks.some(({ kind }) => kind === 'tool_call')
  return messages.slice(1).filter((message, index) => calls(message) !== calls(messages[index]!))
}
