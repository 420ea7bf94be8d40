import { fieldOfMessage } from '../formats/field-of-message.ts'
import { isRecord } from '../json/is-record.ts'
import { readCalls } from '../lint/hidden-call.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const toolCallsMalformedMeta: FaultMeta = {
  title: 'a malformed list of tool calls',
  meaning: 'The container of calls is wrong: empty array, wrong type, too many.',
  repair: 'Remove the empty container; split over-long ones.',
  says: "Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 128, but got an array with length 140 instead.",
  link: 'https://platform.openai.com/docs/api-reference/chat/create',
}

/** Chat templates of Llama 3 say it without a number, and what an empty list lacks is at least one. */
const onlyOne = /(?<!at least )\b(?:single|one) tool[ _-]?calls?\b/i

/**
 * The container of calls is wrong: empty array, wrong type, too many.
 *
 * Repair: the empty or unreadable container goes; the calls of an over-long one continue in a second message, each with its
 * results.
 */
export const toolCallsMalformed: Strategy<'tool_calls_malformed'> = defineStrategy({
  type: 'tool_calls_malformed',

  learn({ limit, text }) {
    const max = limit ?? (onlyOne.test(text) ? 1 : undefined)
    return { rules: max === undefined ? { callList: 'strict' } : { maxCallsPerMessage: max } }
  },

  visit: {
    message(message, context) {
      const { format, report, rules } = context
      const field = format.callsField
      if (field === undefined || message.role !== 'assistant' || !isRecord(message.raw)) return
      const calls = fieldOfMessage(message.raw, field, format)
      const unsent = format.unsentCalls?.(message)
      if (unsent !== undefined) {
        report({
          at: message,
          detail: { reason: 'beside the list' },
          fix: (edit) => edit.setField(message, field, unsent),
        })
        return
      }
      if (calls === undefined || (calls === null && rules.callList !== 'strict')) return
      if (Array.isArray(calls) && (calls.length > 0 || rules.callList === 'lenient')) {
        if (calls.length > rules.maxCallsPerMessage) splitCalls(message, field, context)
        return
      }
      const meant = readCalls(calls)
      const isEmpty = calls === null || Array.isArray(calls)
      report({
        at: message,
        detail: { reason: isEmpty ? 'empty' : `a ${typeof calls}` },
        loss: isEmpty || meant !== undefined ? 'none' : 'synthesised',
        reveals: meant !== undefined,
        fix: (edit) => edit.setField(message, field, meant),
      })
    },
  },
})

/** The surplus calls become messages of their own, each behind the results of the others. */
function splitCalls(message: Message, field: string, { format, pairing, report, rules }: LintContext): void {
  const calls = message.blocks.filter((block) => block.field === field)
  const size = rules.maxCallsPerMessage
  const groups = Array.from({ length: Math.ceil(calls.length / size) }, (_, index) =>
    calls.slice(index * size, (index + 1) * size),
  )
  const lastResult = (group: readonly Block[]): number =>
    group.reduce((last, call) => Math.max(last, pairing.resultOf.get(call)?.message.index ?? last), message.index)
  const own = format.write.message('assistant', [])
  report({
    at: message,
    detail: { reason: 'too many', count: calls.length },
    fix: (edit) => {
      const rawOf = (group: readonly Block[] = []): readonly unknown[] => group.map((call) => call.raw)
      edit.replaceMessage(message, format.write.withField(message.raw, field, rawOf(groups[0])))
      const home = format.write.withField(own, format.contentField, null)
      let behind = message.index
      for (const [index, group] of groups.slice(1).entries()) {
        behind = Math.max(behind, lastResult(groups[index]!))
        edit.insertRaw(behind + 1, format.write.withField(home, field, rawOf(group)))
      }
    },
  })
}
