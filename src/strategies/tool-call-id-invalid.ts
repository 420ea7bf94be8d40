import type { Rules, TokenRule } from '../formats/rules.ts'
import type { Block } from '../transcript/transcript.ts'
import { lengthLimits } from '../detection/error-extras.ts'
import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import { renameCall } from './rename-call.ts'

/**
 * A call or result id is missing, empty, too long, or has illegal characters.
 *
 * Repair: a deterministic new id for both halves of the pair. A result without an id belongs to the only open call before
 * it, when there is just one.
 */
export const toolCallIdInvalid: Strategy<'tool_call_id_invalid'> = defineStrategy({
  type: 'tool_call_id_invalid',

  meta: {
    title: 'a tool call id that is missing or illegal',
    meaning: 'A call or result id is missing, empty, too long, or has illegal characters.',
    repair: 'Deterministic collision-free re-id of both halves of the pair.',
    says: "messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
    link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolUseBlock.html',
  },

  extras: { ids: true, limits: lengthLimits },

  reportedAs: [
    wording('anthropic', /tool_use\.id: (?:string|field|input|value)/, 'github.com/tailcallhq/forgecode/issues/1142'),
    wording('anthropic', /tool_result\.tool_use_id: (?:string|field|input|value)/),
    wording(
      'openai',
      /tool_calls\.[^.:]{1,8}\.id: (?:string|empty|expected|invalid|value)/,
      '40 characters; Mistral, Copilot and relays',
    ),
    wording(
      'openai',
      /call_id: (?:string (?:too|does|should)|empty (?:string|array)|expected an? (?:string|id))/,
      '64 characters in Responses',
    ),
    wording('openai', /messages with role tool must ha/, 'github.com/langchain-ai/langchain/issues/22600'),
    wording(
      'openai',
      /missing (?:required )?parameter:? ?(?:messages\.[^.:]{1,8}\.)(?:tool_calls\.[^.:]{1,8}\.id|tool_call_id)/,
    ),
    wording('openai', /invalid type for messages\.[^.:]{1,8}\.(?:tool_calls\.[^.:]{1,8}\.id|tool_call_id): expected/),
    wording('gateway', /function_call_output requires call_id/),
    wording('mistral', /tool call id was [\w.:-]{0,160}but must be/, 'exactly nine characters'),
    wording('local', /tool call ids should be alphanumeric strings with length/, 'templates of Mistral models'),
    wording(
      'bedrock',
      /tool(?:use|result)\.tooluseid failed to satisfy constraint/,
      'Bedrock Converse, 1 to 64 characters',
    ),
    wording('bedrock', /value at messages\.[^:]{1,40}tool(?:use|result)\.tooluseid is/),
    wording('groq', /property tool_call_id is missing/),
    wording(
      'any',
      /(?:tool[_ ]?call[_ ]?id|tool id|tool_use_id|call_id)(?:\(\))? (?:is|cannot be|must not be|can not be|should not be) (?:empty|required|blank|missing|invalid|null|not valid)/,
    ),
    wording('any', /invalid (?:tool[_ ]?call[_ ]?id|tool_use_id|call_id)(?!.{0,40}not found)/, undefined, 'general'),
  ],

  learn: (error, rules) => ({
    rules: { callIds: { ...rules.callIds, ...(error.limit !== undefined && { maxLength: error.limit }) } },
  }),

  visit: {
    tool_call(call, context) {
      const { report, rules } = context
      if (isLegal(call, rules)) return
      report({
        at: call,
        detail: { part: 'call', callId: call.callId ?? '' },
        fix: (edit) => renameCall(edit, call, context),
      })
    },

    tool_result(result, { format, pairing, report, rules }) {
      if (result.callId !== undefined && result.callId !== '') return
      if (rules.callIdsOptional) return
      const owner = pairing.owned.get(result)
      if (owner?.callId === '') return
      report({
        at: result,
        detail: { part: 'result' },
        ...(owner?.callId && { fix: (edit) => edit.replace(result, format.write.withCallId(result, owner.callId!)) }),
      })
    },
  },
})

function isLegal(call: Block, rules: Rules): boolean {
  const id = call.callId
  if (id === undefined || id === '') return rules.callIdsOptional && id === undefined
  return matches(id, call.shape.server ? rules.serverCallIds : rules.callIds)
}

function matches(id: string, rule: TokenRule): boolean {
  return id.length <= rule.maxLength && rule.pattern.test(id) && (rule.exactLength ?? id.length) === id.length
}
