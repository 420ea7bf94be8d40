import type { Reports } from '../detection/reports.ts'
import { wording } from '../detection/words/wording.ts'

export const invalidUnicode: Reports = {
  wordings: [
    wording('any', /(?:invalid|lone|unpaired|unmatched|unexpected) (?:leading |trailing |utf-?16 )?surrogate/),
    wording('any', /surrogates? not allowed/),
    wording('any', /contains?.{0,3}null? (?:character|byte)/),
    wording('deepseek', /unexpected end of hex escape/),
    wording('any', /(?:body|payload|json).{0,40}(?:invalid|not valid|malformed) (?:utf-?8|unicode)/),
    wording(
      'any',
      /(?:invalid (?:unicode (?:code ?point|escape|sequence|character|string|in)|utf-?8 (?:sequence |bytes? )?in (?:the )?(?:request|body|json))|(?:messages?|fields?) ?[\w.]{0,60} (?:contains? invalid|must be valid) utf-?8)/,
    ),
    wording('any', /(?:low|high) surrogate/, 'general'),
  ],
}
