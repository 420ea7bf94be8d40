import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const toolCallInputInvalid: Reports = {
  fields: [
    ...fields(
      'tool_use.input server_tool_use.input content.input content.args tool_calls.arguments tool_calls.args tool_calls.function.arguments function_call.args function_call.arguments $input.arguments $messages.arguments',
      'required null empty long value list type invalid pattern unverifiable',
    ),
  ],
  sentences: says(
    'call needs/lacks callArguments',
    'callArguments unreadable/json/absent/invalid/unverifiable/shape/empty',
    'call callArguments absent/json/shape/invalid',
    'call message callArguments absent',
    'callArguments needs/invalid json',
    'unverifiable/invalid/json/unreadable/lacks callArguments',
    'invalid json callArguments',
    'unverifiable callArguments json',
  ),
  things: ['callArguments'],
  wordings: [
    wording('litellm', /unable to convert openai tool calls/),
    // code 2013, github.com/earendil-works/pi/issues/5468
    wording('minimax', /invalid function arguments json/),

    // pydantic: a lazy list
    wording('vllm', /toolcallparam\.function\.arguments/, 'decisive'),
    // github.com/ollama/ollama/issues/5909
    wording('ollama', /of type \w{0,20}\.toolcallfunctionarguments|value looks like object, but can ?not find closing/),
    // templates of SGLang and vLLM that iterate over arguments
    wording('local', /str object has no attribute items/),
    // github.com/QwenLM/Qwen3/issues/1894
    wording('local', /can only get item pairs from a mapping|cannot convert value into pairs/),
    // the arguments string is parsed with json.loads
    wording(
      'any',
      /(?:400|badrequest|message:).{0,80}(?<!value error, ?)(?:expecting (?:,|:|value|property name)|unterminated string starting at|unexpected end of data|extra data|invalid control character at|invalid escape).{0,40}line \d{1,6} column \d{1,7}/,
    ),
    wording(
      'any',
      /(?:expecting (?:,|:|value|property name)|unterminated string starting at|unexpected end of data|extra data|invalid control character at|invalid escape).{0,40}line \d{1,6} column \d{1,7} ?\(char \d{1,8}\).{0,30}(?:badrequest|code: ?400)/,
    ),
    wording(
      'any',
      /jsondecodeerror: (?:expecting (?:,|:|property name)|unterminated string starting at|extra data|invalid control character at).{0,40}line \d{1,6} column \d{1,7} ?\(char \d{1,8}\)/,
      'general',
    ),
    wording('any', /parse tool[_ ]?(?:call)?[_ ]?arguments/, 'general'),
  ],
}
