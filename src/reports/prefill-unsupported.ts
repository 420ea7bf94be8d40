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
    wording('anthropic', /(?:does not|doesnt) support assistant (?:message )?prefill/),
    wording('anthropic', /conversation must end with a user message/),
    wording('local', /assistant (?:response |message )?prefill is (?:incompatible|not|un)/, 'llama.cpp'),
    wording('any', /prefill(?:ing|ed)? .{0,40}(?:not supported|unsupported|not allowed|incompatible)/),
    wording('gemini', /multiturn requests? ends? with a user/),
    wording('mistral', /expected last role/, 'github.com/crewAIInc/crewAI/issues/2194'),
    wording('snowflake', /cannot contain assistant role in the final position/),
    wording(
      'any',
      /(?:last|final) message [\w.-]{0,40} ?(?:must|should|has to|cannot|can not|may not|must not) (?:be|have|use|come) (?:a |an |from )?(?:the )?(?:role )?(?:user|human|assistant|tool)/,
    ),
    wording('any', /(?:must|should|has to) end with (?:a |an |the )?(?:user|human)/),
    wording('any', /(?:cannot|must not|can not|may not) end with (?:a |an |the )?assistant/),
    wording(
      'any',
      /(?:requests?|conversations?|messages|contents) (?:that )?end(?:ing|s)? (?:with|in|on) (?:a |an )?(?:model|assistant) (?:turn|message|role)/,
    ),
    wording('any', /(?:expected|last|final) last role .{0,80}got (?:assistant|model)/, undefined, 'general'),
    wording(
      'any',
      /(?:must|should|has to|requests?|conversations?) end(?:s|ing)? with (?:a |an |the )?user/,
      undefined,
      'general',
    ),
  ],
}
