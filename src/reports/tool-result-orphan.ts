import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolResultOrphan: Reports = {
  extras: { ids: true },
  fields: [
    ...fields(
      '$messages.tool_call_id tool_result.tool_use_id content.tool_use_id $input.call_id function_call_output.call_id function_response.id',
      'unpaired unverifiable',
    ),
  ],
  sentences: says(
    'result lacks/needs/unmatched/large call',
    'result needs/lacks assistant call',
    'lacks call result/call/callID',
    'callName lacks call',
    'lacks assistant callID/call result',
    'result/callID unmatched',
    'unmatched result/callID',
    'unmatched callID result',
    'callID notFound',
    'notFound callID call',
    'callID lacks/notFound/needs call',
    'toolRole lacks/onlyIn/needs call',
    'toolRole onlyIn/needs/lacks assistant call',
    'toolRole needs message call',
    'unmatched result lacks call',
    'result unmatched callID',
    'result callID notFound/unmatched',
    'result large differs call',
    'large result call',
    'result lacks assistant',
    'differs result large differs call',
    'result callID unmatched call',
    'result invalid callID',
    'result needs reference',
    'lacks call found message/callID',
    'toolRole first call',
    'lacks assistant result',
    'toolRole notFound assistant',
    'result call notFound',
    'toolRole needs assistant found user',
    'answer call unmatched',
    'answer/call unmatched call',
    'result first call',
    'result message last call',
    'unmatched searchResult',
    'message unmatched call',
  ),
  wordings: [
    // OpenAI chat; DeepSeek, Qwen say the same
    wording('openai', /role tool (?:messages? )?must (?:be a response|follow)/),
    // Bedrock Converse
    wording('bedrock', /number of toolresult blocks at messages?\.[^:]{1,16}\.?content exceeds/),
    wording('openai', /no approval request found/),
    wording(
      'any',
      /tool_?calls? .{0,24}(?:missing|not found) (?:in|from) .{0,16}(?:previous|preceding|to last) (?:assistant )?message/,
    ),
    // sub2api and relays in front of the Codex backend
    wording('mistral', /unexpected role roleenum\.tool/),
    // github.com/router-for-me/CLIProxyAPI/issues/5098, 5602, 5692
    wording(
      'gateway',
      /functionresponse\.(?:id|name) [^ ]{1,120} does not match functioncall\.(?:id|name)|missing functionresponse\.id for/,
    ),
    wording(
      'any',
      /(?:tool_?result|function_?response) ids .{0,24}must match (?:the )?(?:tool_?use|tool_?call|function_?call) ids/,
    ),
    wording('any', /tool ?(?:message|result)s? must be preceded by an? (?:ai|assistant) ?message/),
    wording('any', /no (?:tool|function)[_ ]?calls? (?:was )?found for/, 'general'),
  ],
}
