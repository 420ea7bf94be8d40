import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const toolResultContentInvalid: Reports = {
  wordings: [
    wording('gemini', /function_?response\.response(?!time)/, 'a protobuf Struct: an object'),
    wording('anthropic', /tool result content could not be processed/),
    wording('anthropic', /all content must be type/),
    wording(
      'anthropic',
      /tool_result\.content(?:\.\d{1,3})?(?:\.(?!image|document|encrypted)\w{1,40}){0,4}: (?:input|list|value|field|string)/,
    ),
    wording('bedrock', /toolresult\.content\.[^.:]{1,8}\.json is (?:invalid|not valid)/, 'Bedrock Converse'),
    wording(
      'bedrock',
      /toolresult cannot be empty/,
      'github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15',
    ),
    wording('bedrock', /value at messages\.[^:]{1,40}toolresult\.content[^:]{0,30} is (?:invalid|not valid|empty)/),
  ],
}
