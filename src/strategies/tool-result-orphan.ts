import { itemsOfChat } from './shared/calls-of-chat.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { hiddenCallOf } from '../lint/hidden-call.ts'
import { isEqual } from '../json/is-equal.ts'
import { readOnce } from '../json/read-once.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Pairing } from '../lint/pairing/pairing.ts'
import type { Block } from '../transcript/transcript.ts'
import { resultAsText } from './shared/result-as-text.ts'

export const toolResultOrphanMeta: FaultMeta = {
  title: 'a tool result without its call',
  meaning: 'A result answers no call in the position the format demands.',
  repair: 'It moves to the only open call that can own it; else its text stays as marked user text.',
  mayLose: 'The link to a call that is not there; the text stays.',
  says: 'messages.2.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_01',
  link: 'https://code.claude.com/docs/en/errors',
  frequent: true,
}

/**
 * A result answers no call in the position the format demands.
 *
 * Repair: a call right before it that is written as text, or without its list, becomes a call again. A result that one open call can own is a displaced one (`tool_result_misplaced`); what is left keeps its text as
 * ordinary, marked text of the same turn. A placeholder of an earlier repair holds nothing and goes, and so does a copy of what
 * its call has been answered with.
 */
export const toolResultOrphan: Strategy<'tool_result_orphan'> = defineStrategy({
  type: 'tool_result_orphan',

  visit: {
    orphan(result, context) {
      const { format, report } = context
      const hidden = hiddenCallOf(result, context)
      if (hidden !== undefined) {
        report({
          at: result,
          detail: { callId: result.callId ?? '', reason: 'its call cannot be read' },
          reveals: true,
          fix: (edit) => {
            const [first, ...rest] = hidden.meant
            edit.replaceMessage(hidden.message, first)
            for (const raw of rest) edit.insertRaw(hidden.message.index + 1, raw)
          },
        })
        return
      }
      const text = isSaidAgain(result, context)
        ? []
        : resultAsText(result, format, 'The result of a tool call that is not in this conversation')
      report({
        at: result,
        detail: { callId: result.callId ?? '' },
        loss: text.length === 0 ? 'none' : 'synthesised',
        fix: (edit) => edit.replaceInTurn(result, text),
      })
    },
  },
})

/** The same where a server may hold the call, or a program sends its own list of calls. */
export const resultOfLostCall: Strategy<'tool_result_orphan'> = /* @__PURE__ */ extendStrategy(toolResultOrphan, {
  // The transcript shows most orphans; the error tells of those whose call the server was believed to hold.
  learn: ({ isLast, rules, text, toolCallIds }) => {
    const asMessages = isLast ? undefined : itemsOfChat(rules, text)
    if (asMessages !== undefined) return { rules: asMessages }
    return {
      rules: {
        lostElsewhere: toolCallIds === undefined ? 'all' : new Set(toolCallIds),
        // A relay in front of the provider compares what the provider only counts.
        ...(rules.resultsCounted && { resultsCounted: 'compared' }),
      },
    }
  },

  visit: {
    // A program that sends its own list of calls sends none of those that stand in the content alone.
    tool_call(call, { format, report, rules: { lostElsewhere } }) {
      const isTold = lostElsewhere === 'all' || lostElsewhere?.has(call.callId ?? '') === true
      const calls = isTold && call.field !== format.callsField ? format.write.allCalls?.(call.message) : undefined
      if (calls === undefined) return
      report({
        at: call,
        detail: { callId: call.callId ?? '' },
        fix: (edit) => edit.setField(call.message, 'tool_calls', calls),
      })
    },
  },
})

/** Whether the call of that id has an answer of the same words, in its place. */
function isSaidAgain(result: Block, { pairing }: LintContext): boolean {
  const answers = answersById(pairing).get(result.callId)
  return answers?.some(({ payload, shape }) => shape === result.shape && isEqual(payload, result.payload)) === true
}

const answersById = readOnce(({ owned }: Pairing) => Map.groupBy(owned.keys(), ({ callId }) => callId))
