import { lengthLimits } from '../detection/shapes/error-extras.ts'
import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolCallNameInvalid: Reports = {
  extras: { limits: lengthLimits },
  fields: [
    ...fields(
      'tool_use.name server_tool_use.name content.name content.tool_name tool_calls.name tool_calls.function_name tool_calls.function.name function.name function_call.name function_response.name tool_reference.tool_name $input.name',
      'required null empty long pattern value type invalid',
    ),
    ...fields('$messages.name', 'required empty long pattern invalid'),
  ],
  sentences: says(
    'callName invalid/absent/empty/format/large/shape/onlyIn/whitespace',
    'callName needs format',
    'call/result/toolRole lacks/needs callName',
    'call/result/toolRole needs empty callName',
    'needs callName result',
    'invalid callName',
    'lacks callName call',
  ),
  things: ['callName'],
  wordings: [
    wording('any', /missing tool_use name/),
    // code 3280
    wording('mistral', /function name was .{0,80}but must be/),
  ],
}
