import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const unspecifiedStructural: Reports = {
  fields: [
    ...fields('$messages $contents $messages.# $contents.# $input $input.#', 'invalid'),
    ...fields('$messages $contents', 'value'),
  ],
  sentences: says(
    'invalid message',
    'message invalid',
    'conversation invalid',
    'invalid conversation',
    'message needs conversation',
    'unreadable message',
  ),
  wordings: [
    wording('any', /message: invalid request body/, undefined, 'vague'),
    wording('any', /message: invalid input[,}]/, undefined, 'vague'),
    wording('zhipu', /messages ?参数非法/, 'code 1214', 'general'),
    wording('zhipu', /messages parameter is illegal/, 'github.com/anomalyco/opencode/issues/2557', 'general'),
    wording(
      'any',
      /调用参数有误|请求参数不合法|请求参数(?:错误|有误|非法|无效)/,
      'Zhipu code 1210 and gateways',
      'vague',
    ),
    wording('zhipu', /invalid api parameter/, 'code 1210', 'vague'),
    wording('ai-sdk', /apicallerror: bad request|message: bad request, type: ai_apicallerror/, undefined, 'vague'),
    wording('xai', /(?:error=|apicallerror: ?)client specified an invalid argument/, undefined, 'vague'),
    wording('any', /\(400\) with no response body/, undefined, 'vague'),
    wording('any', /400 bad request(?:[\\n.})]{0,3})$/, undefined, 'vague'),
    wording(
      'any',
      /(?:^|(?:message:|invalid request body)[,;](?:code: ?)?|\d{3}:? ?|(?:failed|error): ?)invalid_request_body[})]{0,2}$/,
      'with an empty message',
      'vague',
    ),
    wording('any', /message:,.{0,40}invalid_request_body/, undefined, 'vague'),
    wording('any', /request is invalid for this endpoint/, undefined, 'vague'),
    wording('any', /message: invalid (?:request|parameters?)\.?[,}]/, undefined, 'vague'),
    wording('any', /不支持请求中的能力/, undefined, 'general'),
    wording(
      'gemini',
      /request contains an invalid argument/,
      'github.com/google-gemini/gemini-cli/issues/15568',
      'vague',
    ),
    wording(
      'openrouter',
      /message: provider returned error, ?code: ?400(?!.{0,20}metadata: ?\{raw)/,
      undefined,
      'vague',
    ),
    wording(
      'any',
      /(?:messages|conversation|chat history) \w{0,16} ?(?:is|are) (?:invalid|malformed|not valid)(?! json)/,
      undefined,
      'vague',
    ),
    wording('openrouter', /400:? provider returned error/, undefined, 'vague'),
    wording(
      'any',
      /400,? ?(?:message=)?bad request,? ?(?:for url|url=)[^,;]{0,100}(?:chat\/completions|\/responses|\/messages|generatecontent|\/converse)/,
      'httpx and aiohttp, which keep no body',
      'vague',
    ),
    wording('claude-code', /400 ?\{type: ?invalid_request_error\}/, undefined, 'vague'),
    wording('any', /request (?:contains invalid parameters|is not valid|is invalid)/, undefined, 'vague'),
  ],
}
