import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const emptyContentMessage: Reports = {
  wordings: [
    wording('anthropic', /messages must have non-?empty content/),
    wording('anthropic', /system content must contain at least one block/),
    wording(
      'anthropic',
      /messages\.[^.:]{1,8}\.content: (?:field required|list should have at least|string should have at least)/,
    ),
    wording('bedrock', /content field in the message object at messages\.[^.:]{1,8} is empty/, 'Bedrock Converse'),
    wording('openai', /invalid value for content: expected a string,? (?:but )?got (?:null|none)/, 'Azure, OpenAI'),
    wording(
      'openai',
      /invalid type for (?:messages|input)\.[^.:]{1,8}\.content: expected .{0,100}but got (?:null|none)/,
    ),
    wording('openai', /missing required parameter: messages\.[^.:]{1,8}\.content(?!\.?\w)/),
    wording('openai', /(?:messages|input)\.[^.:]{1,8}\.content: (?:empty array|array too short|empty string)/),
    wording(
      'azure',
      /content is a required property ?- ?messages/,
      'github.com/openinterpreter/openinterpreter/issues/251',
    ),
    wording('azure', /(?:none|null) is not of type .{1,40}- ?messages\.[^.:]{1,8}\.content/),
    wording('azure', /is too short ?- ?messages\.[^.:]{1,8}\.content/),
    wording(
      'vllm',
      /messages,\w+,[\w,.-]{0,60}content,str\)?,msg: input should be a valid string,input: (?:none|null)/,
    ),
    wording('any', /received (?:null|undefined) at [\w.]{0,24}messages\.[^.:]{1,8}\.content/),
    wording('zhipu', /未正常接收到prompt参数/, 'code 1213'),
    wording('zhipu', /(?:code: ?|\.)1213[.,}]/),
    wording('zhipu', /prompt parameter (?:was |is )?(?:not|missing).{0,20}(?:received|normal)/),
    wording('cohere', /message must be at least 1 token long/),
    wording('cohere', /all elements in history must/, 'github.com/kwaroran/Risuai/issues/458'),
    wording('xai', /each message must have at least one/, 'github.com/charmbracelet/crush/issues/964'),
    wording('moonshot', /message at position \d+ with role/),
    wording('deepseek', /content or tool_calls must be set/),
    wording('deepseek', /messages\.[^.:]{1,8}: missing field content/),
    wording('mistral', /assistant message must (?:have|contain) either/),
    wording('minimax', /chat content is empty/, 'code 2013'),
    wording('gemini', /must include at least one parts field/),
    wording('gemini', /parts must not be empty/),
    wording('groq', /messages\.[^.:]{1,8}\.content ?: ?minimum number of items/),
    wording('groq', /messages\.[^.:]{1,8} ?: ?property content is missing/),
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
  ],
}
