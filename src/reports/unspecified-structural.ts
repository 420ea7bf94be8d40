import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const unspecifiedStructural: Reports = {
  fields: [
    ...fields('$messages $contents $messages.# $contents.# $input $input.#', 'invalid'),
    ...fields('$messages $contents', 'value'),
  ],
  sentences: says(
    'invalid message/conversation',
    'message/conversation invalid/unverifiable',
    'message needs conversation',
    'unreadable message/user/conversation',
    'unverifiable message/conversation',
    'conversation unreadable',
  ),
  wordings: [
    // Cloudflare Workers AI: neither a prompt nor messages as they have to be
    wording('cloudflare', /aierror: bad input: error: oneof at \/ not met(?!,)/, 'vague'),
    // Copilot, without a word
    wording('any', /message:,.{0,40}invalid_request_body/, 'vague'),
    wording('any', /invalid (?:user|assistant) message at index/, 'vague'),
    // github.com/BerriAI/litellm/issues/8661
    wording('litellm', /all messages are valid openai chat completion messages/),
    // code 1214
    wording(
      'any',
      /(?:messages|chat history) \w{0,16} ?(?:is|are) (?:invalid|illegal|malformed|not valid)(?! json)/,
      'vague',
    ),
    // Ark, which names the list and nothing else
    wording(
      'any',
      /(?:invalid parameter|parameters? (?:specified in the request )?(?:is|are) (?:not valid|invalid)).{0,100}param: ?messages(?![.[\w])/,
      'vague',
    ),
    // github.com/ollama/ollama-python/pull/569
    wording('ollama', /(?:400,|error:) ?invalid tool usage}?$/, 'vague'),
    // code 2013: more than one system message, a role or a parameter that it does not know (github.com/MiniMax-AI/MiniMax-M2/issues/51)
    wording('minimax', /invalid chat setting/, 'vague'),
    // a gateway, and the name of the status in the object of a provider
    wording(
      'any',
      /message: (?:invalid request body|bad request[\\n.]{0,4}, ?(?:type: ?\w{0,20}error|status: ?inv))|invalid_request_error, ?message: bad req/,
      'vague',
    ),
    // github.com/anomalyco/opencode/issues/2557
    wording('zhipu', /prompt ?参数非法/, 'general'),
    // the Conversations API of OpenAI
    wording('openai', /code: ?invalid_item/, 'vague'),
    // code 1210
    wording('zhipu', /invalid api parameter/, 'vague'),
    wording('ai-sdk', /apicallerror: bad request(?!.{0,1000}responsebody: ?(?!undefined|bad)[\w{])/, 'vague'),
    wording('xai', /(?:error=|apicallerror: ?)client specified an invalid argument/, 'vague'),
    // github.com/yetone/avante.nvim/issues/1772: the whole answer of the server
    wording(
      'any',
      /\(400\) with no response body|400(?:[.,:;]{0,2} ?body: ?| )bad request[\\n.})]{0,3}$|api returned error: ?400 invalid_argument$/,
      'vague',
    ),
    // with an empty message
    wording(
      'any',
      /(?:^(?:code: ?)?|invalid request body[,;](?:code: ?)?|\d{3}:? ?|(?:failed|error): ?)invalid_request_body[})]{0,2}$/,
      'vague',
    ),
    wording(
      'any',
      /(?:(?:message|raw): (?:invalid (?:request|parameters?)|input validation error)(?: error)?\.?(?: ?trace_?id: ?\w{1,64})?[,}]|message: invalid params? ?(?:\(request id|,type:|\})|^(?:invalid (?:request|parameters?|input)|input validation error);(?:code:\d|type:invalid_request|provider returned))/,
      'vague',
    ),
    wording('any', /不支持请求中的能力/, 'general'),
    wording(
      'any',
      /message: invalid input item\.?,.{0,40}(?:invalid_request_error|param: input(?!\w))|invalid_request_error,.{0,40}message: invalid input item[.,}]/,
      'vague',
    ),
    // github.com/google-gemini/gemini-cli/issues/15568
    wording('gemini', /request contains an invalid argument/, 'vague'),
    wording(
      'openrouter',
      /(?:400:?|parameters) provider returned error|message: provider returned error, ?code: ?400(?!.{0,20}metadata: ?\{raw)/,
      'vague',
    ),
    // HTTP clients that show the status alone, of a request to a model
    wording(
      'any',
      /(?:gemini|completions).{0,120}(?:status code(?: of)? 400(?! ?[\d,:|{])|status: 400, ?statustext: ?bad request|httpbadrequest)/,
      'vague',
    ),
    // Copilot, whose status stands among ids and lines of a log
    wording('any', /(?:copilot|sorry, your request failed).{0,200}400,? ?bad request(?! ?[:{(])/, 'vague'),
    wording('any', /request failed: ?400 bad request(?! ?[:{(]).{0,200}(?:tool_calls|copilot)/, 'vague'),
    // httpx and aiohttp, which keep no body
    wording(
      'any',
      /400,? ?(?:message=|client error: ?)?bad request,? ?(?:for url|url=)[^,;]{0,100}(?:chat\/completions|\/responses|\/messages|generatecontent|\/converse)/,
      'vague',
    ),
    wording('claude-code', /400 ?\{type: ?invalid_request_error\}/, 'vague'),
    // github.com/jwadow/kiro-gateway/issues/3: Amazon Q's words for whatever it cannot read; Zhipu's code 1210 and gateways. Where a
    // reason follows, it is what the error means; an id, advice to look into the documents and a check that failed are none.
    wording(
      'any',
      /(?:request (?:contains invalid parameters|is not valid|is invalid|(?:is|was) malformed)|调用参数有误|请求参数(?:不合法|错误|有误|非法|无效))(?!: ?(?!\(?request id|messages 格式|please (?:check|see|refer)|请(?:检查|查看|参考)|参数校验)[^\d{])|improperly formed request/,
      'vague',
    ),
  ],
}
