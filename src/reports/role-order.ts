import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const roleOrder: Reports = {
  sentences: says(
    'conversation/message first user/assistant',
    'first/needs/lacks user',
    'first message user',
    'first message system user',
    'first message needs user',
    'first message role user found',
    'first message user found assistant',
    'needs empty user',
    'lacks user message/conversation',
    'message lacks user',
    'empty user role/message',
    'unmatched role user role/toolRole',
    'unsupported message last result',
    'message needs empty user',
    'first assistant',
    'lacks message user',
    'conversation/message format assistant',
    'unsupported single message role',
  ),
  wordings: [
    // code 3230, github.com/NousResearch/hermes-agent/issues/20154
    wording('mistral', /unexpected role user after role tool/),

    wording('litellm', /should always start with role=user/),
    wording(
      'any',
      /(?:conversations?|requests?|messages?|history|contents)\w{0,40} must (?:start|begin) with (?:an? |the )?(?:user|human)/,
    ),
    wording('any', /first (?:non-system )?message (?:must|has to) be (?:an? |from )?(?:the )?(?:user|human)/),
    wording('gemini', /multiturn requests? (?:starts?|begins?) with a user/),
    wording('mistral', /unexpected role assistant after role system/),
    wording(
      'any',
      /(?:history|conversation|prompt|requests?|messages) (?:can ?not )?(?:contains?|has|with) only (?:a )?system messages?/,
      'general',
    ),
    wording(
      'any',
      /(?:at least one|must contain a|there must be a|requires a|no) (?:user|human)[_ ](?:message|query|turn)s?(?! prompt)/,
      'general',
    ),
    wording('any', /at least one message with (?:the )?role (?:of )?user/),
    wording(
      'any',
      /first (?:\w{0,12} )?message (?:must|should) (?:use|have|be) (?:from )?(?:the |a )?(?:role )?user/,
      'general',
    ),
    // github.com/oracle/langchain-oracle/pull/9
    wording('cohere', /cannot specify message if the last entry/),
    // github.com/agentscope-ai/agentscope-java/issues/613
    wording('qwen', /messages do not contain elem/),
  ],
}
