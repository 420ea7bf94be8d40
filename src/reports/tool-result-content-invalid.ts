import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolResultContentInvalid: Reports = {
  fields: [
    ...fields(
      'tool_result.* tool_result.content content.content content.content.type content.is_error tool_result.content.type tool_result.content.# tool_result.content.json function_response.response function_response.response.* function_response.parts function_call_output.output $messages.content.output',
      'required null empty long value list type invalid pattern unsupported',
    ),
    ...fields('tool_result', 'empty null'),
    // what a tool of the provider gave back, whatever it is within it
    ...fields(
      'tool_result.content.web_fetch_result.* tool_result.content.code_execution_result.*',
      'required null empty long pattern value list type unsupported invalid',
    ),
  ],
  sentences: says(
    'result content empty/invalid/unreadable/unsupported/needs/shape/json',
    'result content onlyIn media',
    'result onlyIn text',
    'result content/answer absent',
    'result empty/invalid/shape',
    'empty/onlyIn result',
    'onlyIn text result',
    'content result empty/shape',
    'content absent result',
    'result needs answer/empty/result',
    'result found result',
    'result lacks/needs content',
    'result blockType absent',
    'result onlyIn content',
    'content result onlyIn',
    'result needs text',
    'result lacks text',
  ),
  things: ['result'],
  wordings: [
    // github.com/aws-samples/sample-multi-agent-orchestration-chat-on-agentcore/issues/15
    wording('anthropic', /all content must be type/),
    wording('any', /invalid (?:or unsupported |server )?tool_? ?result block/),
  ],
}
