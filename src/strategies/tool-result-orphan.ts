import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import { resultAsText } from './result-as-text.ts'

/**
 * A result answers no call in the position the format demands.
 *
 * Repair: a result that one open call can own is a displaced one (`tool_result_misplaced`); what is left keeps its text as
 * ordinary, marked text of the same turn. A placeholder of an earlier repair holds nothing and goes.
 */
export const toolResultOrphan: Strategy = defineStrategy({
  type: 'tool_result_orphan',

  // The transcript shows most orphans; the error tells of those whose call the server was believed to hold.
  learn: ({ toolCallIds }) => ({ rules: { lostElsewhere: toolCallIds === undefined ? 'all' : new Set(toolCallIds) } }),

  visit: {
    orphan(result, { format, report }) {
      const text = resultAsText(result, format, 'The result of a tool call that is not in this conversation')
      report({
        at: result,
        detail: { callId: result.callId ?? '' },
        loss: text.length === 0 ? 'none' : 'synthesised',
        fix: (edit) => edit.replaceInTurn(result, text),
      })
    },
  },
})
