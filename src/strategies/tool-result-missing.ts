import { type CallEvidence, noEvidence } from '../transcript/evidence.ts'
import type { ResultContent } from '../formats/format.ts'
import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import { occurrenceOf } from '../transcript/occurrence-of.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'

/**
 * A tool call (client or server-executed) has no result where the format demands it.
 *
 * Repair: the real result from the part store when there is one; else a truthful, marked error result that says whether the
 * tool ran (I5). In a store the live frontier stays open; in a request it is closed.
 */
export const toolResultMissing: Strategy<'tool_result_missing'> = defineStrategy({
  type: 'tool_result_missing',

  meta: {
    title: 'a tool call without a result',
    meaning: 'A tool call (client or server-executed) has no result where the format demands it.',
    repair:
      'Insert the real result from the part store when one exists; else a truthful, deterministic, marked synthetic error result (never started / interrupted, outcome unknown). Keep the live frontier open when the caller is about to answer it.',
    mayLose:
      'Nothing that was stored. Without a recorded output a marked placeholder says that the outcome is unknown: check before repeating the call.',
    says: 'messages.4: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01',
    link: 'https://code.claude.com/docs/en/errors',
    frequent: true,
  },

  extras: { ids: true },

  reportedAs: [
    wording(
      'anthropic',
      /tool_?use ids were found without \w*tool_?result/,
      'github.com/anthropics/claude-code/issues/3512',
    ),
    wording('anthropic', /did not find \d+ tool_?result block/),
    wording('anthropic', /messages following tool_?use blocks must begin with a matching number of tool_?result/),
    wording('anthropic', /tool use with id [\w.-]{1,120}was found without/, 'server tools: web_search, code_execution'),
    wording('claude-code', /due to tool use concurrency issues/, 'code.claude.com/docs/en/errors'),
    wording('bedrock', /expected toolresult blocks? at messages\./, 'Bedrock Converse'),
    wording(
      'openai',
      /an? assistant message with (?:tool_calls|function_call) must be followed by (?:tool|function) messages/,
      'OpenAI chat; DeepSeek, Moonshot, Qwen say the same',
    ),
    wording('openai', /tool_call_ids did not have response messages/),
    wording('deepseek', /insufficient tool messages/),
    wording('openai', /no tool output found for [\w ]{0,30}call/, 'OpenAI Responses'),
    wording('mistral', /not the same number of function calls and responses/, 'code 3230'),
    wording('minimax', /tool call and result not match/, 'code 2013'),
    wording('langgraph', /found aimessages with tool_calls that do not have/, 'INVALID_CHAT_HISTORY'),
    wording('langgraph', /(?:errors\/|code: ?)invalid_chat_history/, undefined, 'general'),
    wording('langchain', /(?:errors\/|code: ?)invalid_tool_results/, 'LangChain lc_error_code', 'general'),
    wording('ai-sdk', /tool results? (?:is|are) missing for tool calls?/, 'AI_MissingToolResultsError'),
    wording('ai-sdk', /ai_missingtoolresultserror/),
    wording('pydantic-ai', /new user prompt when the message history|unprocessed tool calls/),
    wording(
      'any',
      /tool[_ ]?(?:calls?|uses?) (?:\w+ )?must be followed by (?:a )?(?:corresponding |matching )?tool[_ ]?(?:results?|messages?|responses?|outputs?)/,
    ),
    wording(
      'any',
      /(?:tool[_ ]?(?:calls?|use)|function call).{0,80}(?:without|has no|have no|lacks?|missing) (?:a |an |its |any )?(?:corresponding |matching )?tool[_ ]?(?:results?|responses?|outputs?|messages?)(?!s? (?:blocks? )?(?:found )?in)/,
      undefined,
      'general',
    ),
    wording(
      'any',
      /each tool[_ ]?(?:call|use) (?:block )?must have (?:a|exactly one) (?:corresponding |matching )?(?:tool[_ ]?)?(?:result|response)/,
      undefined,
      'general',
    ),
  ],

  // The server may hold open calls that the list does not show.
  learn: ({ text, toolCallIds }, { historyElsewhere }) => {
    const quoted = /output found for ([\w ]+?) call ([\w-]+)/i.exec(text)
    const callIds = toolCallIds ?? (quoted === null ? [] : [quoted[2]!])
    if (historyElsewhere !== true || callIds.length === 0) return {}
    return { rules: { openElsewhere: { callIds, kind: quoted?.[1] ?? 'function' } } }
  },

  visit: {
    end({ evidence, format, report, rules, transcript }) {
      const { openElsewhere: open } = rules
      const { resultElsewhere } = format.write
      if (open === undefined || resultElsewhere === undefined) return
      const inList = transcript.messages.flatMap((message) => message.blocks.map((block) => block.callId))
      for (const callId of open.callIds) {
        if (inList.includes(callId)) continue
        const known = evidence === noEvidence ? undefined : evidence.resultOf(callId, 0)
        report({
          at: null,
          detail: { callId, evidence: known?.status ?? 'none' },
          loss: known?.status === 'completed' || known?.status === 'error' ? 'none' : 'synthesised',
          fix: (edit) => edit.insertRaw(0, resultElsewhere(callId, open.kind, resultFrom(known))),
        })
      }
    },

    unanswered(call, { evidence, format, report, transcript }) {
      if (format.isSettledByClient?.(call, transcript)) return
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
