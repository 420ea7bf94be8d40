import { type CallEvidence, noEvidence } from '../transcript/evidence.ts'
import type { ResultContent } from '../formats/format.ts'
import { isSpokenItem } from '../lint/pairing/item-id.ts'
import { callsOfChat, itemsOfChat, stepsOfChat } from './shared/calls-of-chat.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { occurrenceOf } from '../transcript/occurrence-of.ts'
import { serverCallAsText } from './shared/server-call-as-text.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'

export const toolResultMissingMeta: FaultMeta = {
  title: 'a tool call without a result',
  meaning: 'A tool call (client or server-executed) has no result where the format demands it.',
  repair:
    'The recorded output goes where it belongs; without one, a marked error result says whether the tool may have run.',
  mayLose: 'Nothing; without a recorded output a placeholder stands in: check before repeating the call.',
  says: 'messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01',
  link: 'https://code.claude.com/docs/en/errors',
  frequent: true,
}

/**
 * A tool call (client or server-executed) has no result where the format demands it.
 *
 * Repair: the real result from the part store when there is one; else a truthful, marked error result that says whether the
 * tool ran (I5). In a store the live frontier stays open; in a request it is closed.
 */
export const toolResultMissing: Strategy<'tool_result_missing'> = defineStrategy({
  type: 'tool_result_missing',

  // The results may be there, behind something else: such a provider wants them first.
  learn: () => ({ rules: { resultsLead: true } }),

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

/** The same where a server keeps what was called, a client answers itself, or a result names no call. */
export const toolResultMissingElsewhere: Strategy<'tool_result_missing'> = /* @__PURE__ */ extendStrategy(
  toolResultMissing,
  {
    // The server may hold open calls that the list does not show, or compares what others only count.
    learn: (refusal) => {
      const { rules, text, toolCallIds } = refusal
      const isLed = rules.results === 'next-turn'
      const lead = isLed && { ...toolResultMissing.learn!(refusal).rules, resultsMayWait: false }
      const compared = isLed && rules.resultsCounted && { resultsCounted: 'compared' as const }
      const quoted = /output found for ([\w ]+?) call ([\w-]+)/i.exec(text)
      const callIds = toolCallIds ?? (quoted === null ? [] : [quoted[2]!])
      const told = {
        ...lead,
        ...compared,
        ...callsOfChat(rules, text),
        ...stepsOfChat(rules, text),
        ...itemsOfChat(rules, text),
        ...(callIds.length > 0 && { unanswered: new Set(callIds) }),
      }
      if ((isLed && rules.historyElsewhere !== true) || callIds.length === 0) return { rules: told }
      const openElsewhere = { callIds, kind: quoted?.[1] ?? 'function' }
      return { rules: { ...told, openElsewhere } }
    },

    visit: {
      // Calls that another provider ran: this one gets the result of none of them, although the list has it.
      tool_call(call, { format, pairing, report, rules }) {
        if (!call.shape.server || rules.serverCalls !== 'sent-alone') return
        report({
          at: call,
          detail: { callId: call.callId ?? '', name: call.name ?? '', evidence: 'in the list' },
          loss: 'synthesised',
          fix: (edit) => serverCallAsText(edit, call, pairing.resultOf.get(call), format),
        })
      },

      unanswered(call, context) {
        const { format, report, transcript } = context
        if (format.isSettledByClient?.(call, transcript)) return
        const unnamed = format.unnamedResult?.(call, transcript)
        if (unnamed === undefined) return toolResultMissing.visit.unanswered!(call, context)
        report({
          at: call,
          detail: { callId: call.callId ?? '', name: call.name ?? '', evidence: 'in the list' },
          fix: (edit) => edit.replaceMessage(unnamed.message, unnamed.answer),
        })
      },

      end({ evidence, format, report, rules, transcript }) {
        const { openElsewhere: open } = rules
        const { resultElsewhere } = format.write
        if (open === undefined || resultElsewhere === undefined) return
        const inList = transcript.messages.flatMap((message) => message.blocks.map((block) => block.callId))
        // Behind the history that the request continues, or behind what the list only points to.
        const pointer = transcript.messages.findLast(
          (message) => message.blocks[0]?.shape.pointer === true && !isSpokenItem(message, rules),
        )
        if (rules.historyElsewhere !== true && pointer === undefined) return
        const place = rules.historyElsewhere === true ? 0 : pointer!.index + 1
        // The provider names the first of them; what was called beside it is as open.
        const named = open.callIds.map((callId) => ({ callId, kind: open.kind }))
        const beside = open.callIds.flatMap((callId) => evidence.openBeside?.(callId) ?? [])
        const calls = [...named, ...beside.map(({ callId, type }) => ({ callId, kind: type.replace(/_call$/, '') }))]
        for (const [callId, kind] of new Map(calls.map((call) => [call.callId, call.kind]))) {
          if (inList.includes(callId)) continue
          const known = evidence === noEvidence ? undefined : evidence.resultOf(callId, 0)
          report({
            at: null,
            detail: { callId, evidence: known?.status ?? 'none' },
            loss: known?.status === 'completed' || known?.status === 'error' ? 'none' : 'synthesised',
            fix: (edit) => edit.insertRaw(place, resultElsewhere(callId, kind, resultFrom(known))),
          })
        }
      },
    },
  },
)

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
