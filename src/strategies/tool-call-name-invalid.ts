import { defineStrategy, type Strategy } from './define-strategy.ts'
import { legalToken } from './fresh-call-id.ts'

/** The name of a call whose name says nothing. */
const unnamed = 'unknown_tool'

/**
 * A tool name is empty, too long or has illegal characters.
 *
 * Repair: illegal characters are replaced; the edit record keeps the original.
 */
export const toolCallNameInvalid: Strategy = defineStrategy({
  type: 'tool_call_name_invalid',

  reportedAs: [],

  visit: {
    tool_call(call, { format, pairing, report, rules }) {
      const rule = rules.toolNames
      if (call.shape.server) return
      if (call.name !== undefined && call.name.length <= rule.maxLength && rule.pattern.test(call.name)) return
      const name = legalToken(call.name ?? '', rule) || unnamed
      report({
        at: call,
        detail: { name: call.name ?? '' },
        fix: (edit) => {
          edit.replace(call, format.write.withName(call, name))
          const result = pairing.resultOf.get(call)
          if (result?.name !== undefined && result.raw !== call.raw)
            edit.replace(result, format.write.withName(result, name))
        },
      })
    },

    tool_result(result, { format, pairing, report }) {
      const call = pairing.owned.get(result)
      if (result.name === undefined || call?.name === undefined || result.name !== '' || call.name === '') return
      report({
        at: result,
        detail: { name: '' },
        fix: (edit) => edit.replace(result, format.write.withName(result, call.name!)),
      })
    },
  },
})
