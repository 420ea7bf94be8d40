import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const prefillUnsupported: Reports = {
  sentences: says(
    'conversation last user',
    'conversation needs last user',
    'last user',
    'message last user',
    'last message user',
    'last assistant',
    'assistant last',
    'conversation last assistant',
    'last needs user',
    'last message needs user',
    'unsupported last assistant',
    'assistant last unsupported',
    'last role needs',
    'last needs role',
    'conversation unsupported last assistant',
    'unsupported assistant last',
    'message last assistant',
    'last user role',
    'prefill unsupported',
    'unsupported prefill',
    'prefill disabled',
  ),
  wordings: [
    wording(
      'any',
      /(?:last|final) message [\w.-]{0,40} ?(?:must|should|has to|cannot|can not|may not|must not) (?:be|have|use|come) (?:a |an |from )?(?:the )?(?:role )?(?:user|human|assistant|tool)/,
    ),
    wording('any', /prefill(?:ing|ed)? .{0,40}(?:not supported|unsupported|not allowed|incompatible)/),
    wording('any', /(?:expected|last|final) last role .{0,80}got (?:assistant|model)/, 'general'),
    wording(
      'any',
      /(?:must|should|has to|requests?|conversations?) end(?:s|ing)? with (?:a |an |the )?user/,
      'general',
    ),
    // github.com/crewAIInc/crewAI/issues/2194
    wording('mistral', /expected last role/),
  ],
}
