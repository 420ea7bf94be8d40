import { type CallEvidence, noEvidence } from '../transcript/evidence.ts'
import type { ResultContent } from '../formats/format.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'
import { occurrenceOf } from '../transcript/occurrence-of.ts'
import { marked, syntheticText } from './synthetic-text.ts'

/**
 * A tool call (client or server-executed) has no result where the format demands it.
 *
 * Repair: the real result from the part store when there is one; else a truthful, marked error result that says whether the
 * tool ran (I5). In a store the live frontier stays open; in a request it is closed.
 */
export const toolResultMissing: Strategy = defineStrategy({
  type: 'tool_result_missing',

  reportedAs: [],

  visit: {
    unanswered(call, { evidence, format, report, transcript }) {
      const known =
        evidence === noEvidence ? undefined : evidence.resultOf(call.callId ?? '', occurrenceOf(call, transcript))
      const result = resultFrom(known)
      report({
        at: call,
        detail: { callId: call.callId ?? '', name: call.name ?? '', evidence: known?.status ?? 'none' },
        loss: known?.status === 'completed' || known?.status === 'error' ? 'none' : 'synthesised',
        fix: (edit) => edit.answer(call, format.write.result(call, result)),
      })
    },
  },
})

/** The ladder of the design: real output, started, never started, nothing known. */
function resultFrom(known: CallEvidence | undefined): ResultContent {
  switch (known?.status) {
    case 'completed':
    case 'error':
      return { content: known.output, isError: known.isError ?? known.status === 'error' }
    case 'running':
      return { content: marked(syntheticText.outcomeUnknown), isError: true }
    case 'pending':
      return { content: marked(syntheticText.neverStarted), isError: true }
    default:
      return { content: marked(syntheticText.notAvailable), isError: true }
  }
}
