import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const toolResultDuplicate: Reports = {
  extras: { ids: true },
  fields: [...fields('$messages.tool_call_id tool_result.tool_use_id', 'duplicate')],
  sentences: says(
    'duplicate result',
    'result duplicate',
    'result duplicate callID',
    'duplicate callID result',
    'duplicate result callID',
    'callID duplicate result',
    'call duplicate result',
    'duplicate answer callID',
    'duplicate answer call',
    'call single result',
    'call single',
    'call single answer',
    'call needs single answer',
    'call needs single result',
    'callID answered',
    'result answered',
    'single result call',
    'result callID answered',
    'call answered',
  ),
  wordings: [
    wording('anthropic', /each tool_use must have a single result/),
    wording('anthropic', /found multiple \w{0,30}tool_result blocks? with id/),
    wording('bedrock', /toolresult blocks at messages\.[^.:]{1,8}\.content contain dup/, 'Bedrock Converse'),
    wording('openai', /duplicate value for tool_call_id/, 'OpenAI chat'),
    wording('openai', /duplicate (?:function_call_output|tool output|tool response|tool message|tool result)/),
    wording('minimax', /tool id\([\w.:-]{0,120}\) (?:is )?duplicated?/, 'code 2013'),
    wording('any', /multiple tool[_ ]?(?:results|outputs|responses) (?:found )?(?:for|with)/),
  ],
}
