import { lengthLimits } from '../detection/error-extras.ts'
import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const toolCallIdInvalid: Reports = {
  extras: { ids: true, limits: lengthLimits },
  fields: [
    ...fields(
      'tool_use.id server_tool_use.id tool_use.tool_use_id tool_calls.id $messages.tool_call_id $messages.#.tool_call_id tool_result.tool_use_id $input.call_id function_call.id content.tool_use_id content.tool_call_id content.id',
      'null empty long pattern value type invalid unsupported',
    ),
    ...fields(
      'tool_use.id server_tool_use.id tool_use.tool_use_id tool_calls.id $messages.tool_call_id tool_result.tool_use_id *.tool_result.tool_use_id content.tool_use_id content.tool_call_id content.id',
      'required',
    ),
  ],
  sentences: says(
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
  ),
  wordings: [
    // exactly nine characters
    wording('mistral', /tool call id was [\w.:-]{0,160}but must be/),
  ],
}
