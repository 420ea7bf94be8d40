import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const prefillUnsupported: Reports = {
  sentences: says(
    'needs last user',
    'conversation/message last user',
    'conversation last',
    'needs last conversation user',
    'last user/assistant',
    'last message/needs user',
    'assistant last',
    'conversation/unsupported/message last assistant',
    'last message needs user',
    'assistant last unsupported',
    'last role needs',
    'last needs/user role',
    'needs user found assistant',
    'unsupported assistant last',
    'prefill unsupported/disabled',
    'prefill onlyIn last',
    'unsupported prefill',
    'last user found assistant',
  ),
  wordings: [
    wording(
      'any',
      /(?:last|final) message [\w.-]{0,40} ?(?:must|should|has to|must not) (?:be|have) (?:an? |from )?(?:the )?(?:role )?(?:user|human|assistant|tool)/,
    ),
    wording('any', /(?<!chunked |_)prefill.{0,40}(?:not supported|incompatible)/),
    wording('any', /(?:must|should|has to|requests?|conversations?) end(?:s|ing)? with (?:an? |the )?user/, 'general'),
    // github.com/crewAIInc/crewAI/issues/2194
    wording('mistral', /expected last role|last role must/),
  ],
}
