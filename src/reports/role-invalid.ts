import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/wording.ts'

export const roleInvalid: Reports = {
  wordings: [
    wording('gateway', /不支持 ?role/, 'github.com/chenyme/grok2api/pull/598'),
    wording('anthropic', /unexpected role \w{1,20}[.,]? ?(?:allowed roles|the messages api)/),
    wording('anthropic', /unexpected role (?:system|developer|function)(?! ?after role (?:tool|user))/),
    wording('anthropic', /messages api accepts a top-level system parameter/),
    wording('anthropic', /role system must (?:precede|follow|be|come)/),
    wording('anthropic', /use the top-level system parameter for/),
    wording('anthropic', /messages\.[^.:]{1,8}\.role: (?:field|input|expected|invalid|string)/),
    wording('gemini', /please use a valid role/),
    wording(
      'local',
      /system messages? (?:must|should|can only|has to|may only) (?:be|appear|come) (?:the )?(?:at|first|placed)/,
      'templates of Qwen models',
    ),
    wording('local', /system role (?:is )?not supported/, 'template of Gemma'),
    wording('local', /only [\w, ]{0,60}roles are supported/, 'templates of Llama and Mistral models'),
    wording('local', /unexpected message role/),
    wording('openai', /messages\.[^.:]{1,8}\.role does not support/),
    wording(
      'openai',
      /supported values are: (?:system|assistant|user|developer)[^}]{0,80}(?:user|assistant|system)/,
      undefined,
      'decisive',
    ),
    wording('openai', /missing required parameter: messages\.[^.:]{1,8}\.role/),
    wording('azure', /is not one of \.?(?:system|user|assistant),.{0,120}role/),
    wording('azure', /role is a required property ?- ?messages/),
    wording(
      'any',
      /invalid (?:message )?role:? ?(?:system|developer|assistant|tool|function|model|\w{0,20},? ?(?:role )?must be one of)/,
    ),
    wording('any', /unknown (?:message )?role:? ?(?:system|developer|assistant|tool|function)/),
    wording('any', /role must be .{0,40}(?:assistant|user or)/),
    wording('any', /messages,\w+,[\w,.-]{0,60}role\)?(?:,type: ?\w+)?,msg: (?:input should|field required)/),
    wording(
      'deepseek',
      /unknown variant \w{1,24},? expected one of .?(?:system|user|assistant)/,
      undefined,
      'decisive',
    ),
    wording('deepseek', /messages\.[^.:]{1,8}: missing field role/),
    wording('groq', /discriminator property role/),
    wording('bedrock', /\.role failed to satisfy constraint/, 'Bedrock Converse'),
    wording('zhipu', /角色信息/),
  ],
}
