import { lengthLimits } from '../detection/error-extras.ts'
import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const toolCallIdInvalid: Reports = {
  extras: { ids: true, limits: lengthLimits },
  wordings: [
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
}
