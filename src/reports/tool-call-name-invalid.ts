import { lengthLimits } from '../detection/error-extras.ts'
import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const toolCallNameInvalid: Reports = {
  extras: { limits: lengthLimits },
  wordings: [
    wording('anthropic', /tool_use\.name: (?:string|input|field)/),
    wording(
      'openai',
      /messages\.[^.:]{1,8}\.tool_calls\.[^.:]{1,8}\.function\.name: (?!field required, )/,
      'OpenAI chat',
    ),
    wording('openai', /invalid messages\.[^.:]{1,8}\.name: /),
    wording('openai', /invalid input\.[^.:]{1,8}\.name: /, 'OpenAI Responses'),
    wording(
      'gemini',
      /function_?(?:response|call)\.name: ?(?:\.name: )?(?:name cannot|invalid|is required|must)/,
      'github.com/router-for-me/CLIProxyAPI/issues/2104',
    ),
    wording('gemini', /function_?response\.name (?:cannot be|is|must not be) empty/),
    wording('bedrock', /tooluse\.name failed to satisfy constraint/, 'Bedrock Converse'),
    wording('bedrock', /value at messages\.[^:]{1,40}tooluse\.name is (?:invalid|not valid)/),
  ],
}
