import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolResultDuplicate: Reports = {
  extras: { ids: true },
  fields: [...fields('$messages.tool_call_id tool_result.tool_use_id content.tool_use_id', 'duplicate')],
  sentences: says(
    'duplicate result',
    'result duplicate',
    'result duplicate callID',
    'duplicate callID result',
    'duplicate result/answer callID',
    'callID/call duplicate result/answer',
    'duplicate answer call',
    'call single result/answer',
    'call single',
    'call needs single answer/result',
    'callID/result/call answered',
    'single result call',
    'result callID answered',
    'answer/result call duplicate',
  ),
  wordings: [
    // OpenAI chat
    wording('openai', /duplicate value for tool_call_id/),
    // code 2013
    wording('minimax', /tool id\([\w.:-]{0,120}\) (?:is )?duplicated?/),
  ],
}
