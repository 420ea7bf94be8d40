import { lengthLimits } from '../detection/shapes/error-extras.ts'
import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolCallIdInvalid: Reports = {
  extras: { ids: true, limits: lengthLimits },
  fields: [
    ...fields(
      'tool_use.id server_tool_use.id tool_calls.id function_call.id content.id call_id tool_call_id tool_use_id',
      'null empty long pattern value type invalid unsupported',
    ),
    ...fields(
      'tool_use.id server_tool_use.id tool_calls.id function_call.id content.id tool_result.call_id function_call.call_id function_call_output.call_id tool_call_id tool_use_id',
      'required',
    ),
  ],
  sentences: says(
    'message call needs callID',
    'lacks field callID result',
    'callID invalid/empty/format/needs/large/absent/lacks/shape/onlyIn',
    'invalid/empty/needs/lacks callID',
    'result/call/toolRole needs callID',
    'result content needs callID',
    'result/call/toolRole lacks callID',
    'callID absent result',
    'call/result needs empty callID',
    'result empty callID',
    'call/result callID shape',
    'searchResult lacks callID',
  ),
  things: ['callID'],
  wordings: [
    // a KeyError of its converter, of which the name of the key is left (github.com/google/adk-python/issues/2621)
    wording('litellm', /exception - tool_call_id(?:[,;})\\]|$)/),
    // exactly nine characters
    wording('mistral', /tool call id was [\w.:-]{0,160}but must be/),
  ],
}
