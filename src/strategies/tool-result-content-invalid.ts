import { isRecord } from '../transcript/is-record.ts'
import type { Block } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The content of a result has an illegal shape for the format.
 *
 * Repair: it is wrapped or converted without losing its text.
 */
export const toolResultContentInvalid: Strategy = defineStrategy({
  type: 'tool_result_content_invalid',

  reportedAs: [],

  visit: {
    tool_result(result, { format, pairing, report, rules }) {
      const problem = format.resultProblem(result, rules)
      if (problem === null) return
      const call = pairing.owned.get(result) ?? result
      report({
        at: result,
        detail: { callId: result.callId ?? '', reason: problem },
        fix: (edit) => edit.replace(result, format.write.withResultContent(result, readable(result), call)),
      })
    },
  },
})

/** The content as plain text: what has no text is kept as JSON. */
function readable(result: Block): string {
  const payload = result.payload
  if (typeof payload === 'string') return payload
  if (isRecord(payload) && typeof payload['text'] === 'string') return payload['text']
  return payload === undefined || payload === null ? '' : JSON.stringify(payload)
}
