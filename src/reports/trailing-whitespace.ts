import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const trailingWhitespace: Reports = {
  sentences: says(
    'assistant last whitespace',
    'last whitespace',
    'last whitespace assistant',
    'last unsupported/assistant whitespace',
    'last assistant last whitespace',
    'prefill unsupported/last whitespace',
    'whitespace last assistant',
    'assistant last unsupported whitespace',
  ),
  wordings: [wording('any', /cannot end with trailing/)],
}
