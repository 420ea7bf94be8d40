import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const emptyContentMessage: Reports = {
  fields: [
    ...fields(
      '$messages.content $messages.# $input.content $contents.parts $contents.# $history.message',
      'null empty list',
    ),
    ...fields('$messages.content $input.content $contents.parts $history.message', 'required'),
    ...fields('$system.# $system.content', 'null'),
  ],
  wordings: [
    wording('anthropic', /messages must have non-?empty content/),
    wording('anthropic', /system content must contain at least one block/),
    wording('bedrock', /content field in the message object at messages\.[^.:]{1,8} is empty/, 'Bedrock Converse'),
    wording('openai', /invalid value for content: expected a string,? (?:but )?got (?:null|none)/, 'Azure, OpenAI'),
    wording('zhipu', /未正常接收到prompt参数/, 'code 1213'),
    wording('zhipu', /(?:code: ?|\.)1213[.,}]/),
    wording('zhipu', /prompt parameter (?:was |is )?(?:not|missing).{0,20}(?:received|normal)/),
    wording('cohere', /message must be at least 1 token long/),
    wording('cohere', /all elements in history must/, 'github.com/kwaroran/Risuai/issues/458'),
    wording('xai', /each message must have at least one/, 'github.com/charmbracelet/crush/issues/964'),
    wording('moonshot', /message at position \d+ with role/),
    wording('deepseek', /content or tool_calls must be set/),
    wording('mistral', /assistant message must (?:have|contain) either/),
    wording('minimax', /chat content is empty/, 'code 2013'),
    wording('gemini', /must include at least one parts field/),
    wording('gemini', /parts must not be empty/),
    wording('qwen', /(?:the )?content field is (?:a )?required field/),
    wording('ollama', /invalid message content type: ?<nil>/),
    wording(
      'any',
      /(?:messages?\.\d+|message at|role|index|position|assistant|user)[\w. ]{0,40}content (?:field )?(?:must not|cannot|can not|should not|may not) be (?:empty|null|none|blank)/,
    ),
    wording(
      'any',
      /(?:user|assistant|system|tool) messages? (?:must not|cannot|can not|should not|may not) (?:be empty|have empty content)/,
    ),
    wording(
      'any',
      /(?:each|every|all) (?:message|content|turn)s? (?:should|must|needs?|has to|have to) (?:to )?(?:have|contain|include)? ?(?:at least one|non-?empty)/,
    ),
    wording('xai', /empty message was provided/),
    wording('any', /(?:must|should) (?:include|have|contain) at least one (?:parts?|content)/, undefined, 'general'),
    wording('any', /(?:message|content) (?:field|object) ?[\w. ]{0,40}is empty/, undefined, 'general'),
    wording('any', /content: expected .{0,40}got (?:null|none)/, undefined, 'general'),
  ],
}
