import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const roleInvalid: Reports = {
  fields: [
    ...fields(
      '$messages.role $input.role $contents.role role',
      'required null empty long pattern value type unsupported invalid',
    ),
  ],
  sentences: says(
    'unsupported item role',
    'unsupported item toolRole',
    'message role shape',
    'role shape',
    'system disabled/first/unsupported/topLevel/onlyIn',
    'media unsupported system',
    'lacks/invalid/unsupported/onlyIn/unmatched role',
    'role invalid/unsupported/onlyIn/notFound/lacks/absent/empty',
    'message role/system unsupported',
    'role system unsupported/first',
    'system first assistant',
    'unsupported/invalid/unmatched/single/topLevel system',
    'system onlyIn first',
    'first message system',
    'role system first assistant',
    'role needs user assistant',
    'item/message needs role',
    'message needs role content',
    'message needs empty role',
    'duplicate system',
    'duplicate system unsupported',
    'message needs user assistant',
    'needs role user assistant',
    'unsupported/invalid message role',
    'unsupported/invalid role message',
    'onlyIn user assistant',
    'onlyIn assistant user',
    'content role assistant unsupported',
    'toolRole unsupported',
    'unsupported/invalid toolRole',
  ),
  wordings: [
    wording('gemini', /please use a valid role/),
    // zod, where nothing but roles is expected
    wording(
      'any',
      /invalid (?:discriminator|enum) value\. ?expected (?:(?:system|user|assistant|tool|developer) ?){2,5}(?![a-z])/,
    ),
    wording('langchain', /multiple non-consecutive system messages/),
    // classes of LangChain and LlamaIndex
    wording(
      'langchain',
      /un\w{5,8} (?:message )?(?:with )?type:? ?(?:<class langchain.{0,60}|in chat history: ?)?(?:tool|system|human|ai|base|chat|function|remove)message(?![a-z])|unable to coerce message/,
    ),
    // Jackson names the enumeration, not the path
    wording('spring', /role from string \w{0,40}: ?not one of the values accepted for enum class.{0,60}assistant/),
    wording('anthropic', /unexpected role \w{1,20}[.,]? ?allowed roles|use the top-level system parameter for/),
    // qwen-long, github.com/infiniflow/ragflow/issues/3281
    wording('qwen', /role specification invalid/),
    // templates of Llama and Mistral models, smolagents
    wording('local', /only [\w, ]{0,60}roles are supported|incorrect role \w{1,24}, ?only/),
    wording(
      'any',
      /supported values are:? (?:system|assistant|user|developer)[^}]{0,80}(?:user|assistant|system)/,
      'decisive',
    ),
    wording(
      'any',
      /(?:invalid|incorrect|unknown|unsupported|unrecognized|illegal|unexpected) (?:message )?role:? ?(?:system|developer|assistant|tool(?! after)|function(?! after)|human|data|thinking)/,
    ),
    // pydantic and zod list what it may be
    wording(
      'any',
      /(?:one of:?|input should be) ?\.?(?=[^.;{}]{0,60}assistant)(?:system|user|assistant|human),? ?(?:or )?(?:user|assistant)/,
    ),
    // and pydantic, of a union that the role tells apart
    wording('any', /each message must have an? role|found using role/),
    wording('any', /role must be .{0,60}(?:assistant|model|user or (?:system|tool|function|developer|human))/),
    wording('zhipu', /角色信息/),
    wording(
      'any',
      /unknown variant \w{1,24},? expected .?(?:system|user|assistant)(?! or (?!assistant|user|system|tool))/,
      'general',
    ),
    wording(
      'any',
      /role (?:developer|tool|function)? ?(?:is )?(?:not (?:supported|valid|recognized)|unsupported|unknown)/,
      'general',
    ),
    // llama.cpp, and templates of Qwen models
    wording(
      'local',
      /missing role in message|unexpected message role|system messages? (?:must|should|has to) (?:be|come) (?:the )?(?:at|first)/,
    ),
    wording('groq', /discriminator property role/),
  ],
}
