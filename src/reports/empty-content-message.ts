import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const emptyContentMessage: Reports = {
  fields: [
    ...fields('$messages.content $input.content $contents.parts $contents.# $messages.message', 'null empty list'),
    ...fields('$messages.#', 'empty list'),
    ...fields('$messages.content $input.content $contents.parts $messages.message', 'required'),
    ...fields('$system.# $system.content', 'null'),
  ],
  sentences: says(
    'user message empty',
    'item needs/lacks content',
    'item empty',
    'empty message/content/user',
    'empty content unsupported assistant',
    'message/content/user/assistant/system empty',
    'message/role/needs content empty',
    'message needs/role empty',
    'shape content empty',
    'conversation needs message',
    'message needs empty content',
    'message/assistant/user needs/lacks content/text',
    'message/assistant needs content call',
    'message role assistant empty',
    'system content needs empty',
    'content call absent',
    'assistant/message empty content lacks/needs call',
    'lacks content message/call',
    'lacks message/user/assistant content',
    'message needs empty call',
    'needs empty content',
    'needs content',
    'content absent',
    'content empty system',
    'conversation content absent',
    'assistant content absent',
    'absent content',
    'content absent message',
  ),
  wordings: [
    // templates that read a message without it
    wording('local', /detail: .{0,60}dict object has no attribute content/),
    // templates that search, join or walk a content which is null (github.com/Blaizzy/mlx-vlm/issues/1785)
    wording(
      'local',
      /(?:chat_?template|jinja|template error).{0,600}(?:can only concatenate str \(not nonetype|nonetype(?: object)? is not iterable|none(?:type object)? has no attribute (?:(?:start|end)swith|[lr]?strip|split|replace))/,
      'general',
    ),
    wording('any', /(?:message|input) must (?:be|have) at least 1 token/),
    // what vLLM's forerunners said of a message that they print
    wording('openai', /invalid type: ?none[.,] ?expected one of.{0,200}- ?content from \{/),
    // MindIE
    wording('local', /content len should not be 0|messages token length must be in .{0,20}but got 0(?!\d)/),
    // the repr of an empty message
    wording(
      'mistral',
      /invalid assistant message: ?role=assistant ?content=(?:none ?)?tool_calls=none|assistant message must (?:have|contain) either/,
    ),
    // a library of JSON in C++
    wording('local', /out_of_range\.403\.? ?key content not found/),

    // github.com/kwaroran/Risuai/issues/458
    wording('cohere', /all elements in history must/),

    wording(
      'zhipu',
      /code: ?1213[.,}](?!.{0,12}未正常接收到(?!prompt))|1214, ?message: ?输入不能为空|prompt parameter (?:was )?not.{0,20}received/,
    ),
    // code 2013
    wording('minimax', /chat content is empty/),
    wording('qwen', /content field is (?:a )?required field/),
    wording('ollama', /invalid message content type:? ?<nil/),
    wording(
      'any',
      /(?:(?:user|assistant|system|tool) messages?|message content blocks?) (?:must not|can not) be empty/,
    ),
    wording('xai', /empty message was provided/),
    wording('any', /(?:must|should) (?:include|have|contain) at least one (?:parts?|content)/, 'general'),
    wording('any', /(?:message|content) (?:field|object) ?[\w. ]{0,40}is empty/, 'general'),
    wording('any', /content: expected .{0,40}got (?:null|none)/, 'general'),
    wording('anthropic', /messages must have non-?empty content/),
    wording('langchain', /invalid message content: ?empty string/),
    wording('gemini', /parts must not be empty|model input cannot be empty/),
    // github.com/charmbracelet/crush/issues/964, xAI among others
    wording('any', /(?:each|every) message needs at least one/),
  ],
}
