import { lengthLimits } from '../detection/error-extras.ts'
import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'

export const toolCallNameInvalid: Reports = {
  extras: { limits: lengthLimits },
  fields: [
    ...fields(
      'tool_use.name server_tool_use.name tool_calls.function.name function_call.name function_response.name $input.name',
      'required null empty long pattern value type invalid',
    ),
    ...fields('$messages.name', 'empty long pattern invalid'),
  ],
  wordings: [],
}
