import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const conversationEmpty: Reports = {
  wordings: [
    wording(
      'github-copilot',
      /no messages (?:were |are )?provided/,
      'github.com/microsoft/vscode-copilot-release/issues/11874',
    ),
    wording('openai', /one of input or previous_response_id/, 'OpenAI Responses'),
    wording('openai', /invalid (?:messages|input): (?:empty array|array too short)/),
    wording('openai', /invalid type for (?:messages|input): expected/),
    wording('openai', /missing required parameter: (?:messages|input)(?:[},]|\.?(?:,|}|$|\())/),
    wording(
      'anthropic',
      /messages: (?:input should be a valid (?:array|list)|field required|at least one message|list should have at least)/,
    ),
    wording('gemini', /at least one contents field is required/),
    wording('gemini', /contents (?:is not specified|must not be empty|is required)/),
    wording('azure', /is too short ?- ?messages(?!\.)/),
    wording('azure', /(?<!_)messages is a required property/),
    wording('bedrock', /(?:conversation|messages|request).{0,40}(?:at least|minimum of) one message/),
    wording('qwen', /either \.?prompt\.? or messages/),
    wording(
      'any',
      /messages (?:list |array |field |parameter )?(?:is|cannot be|must not be|should not be|can not be) (?:an )?(?:empty|required)(?!.{0,20}content)/,
    ),
  ],
}
