import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'

export const trailingWhitespace: Reports = {
  sentences: says(
    'assistant last whitespace',
    'last whitespace',
    'last unsupported whitespace',
    'assistant unsupported last whitespace',
    'last assistant whitespace',
  ),
  wordings: [],
}
