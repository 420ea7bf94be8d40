import { commonLimits } from '../detection/error-extras.ts'
import { fields } from '../detection/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/sentence-rule.ts'
import { wording } from '../detection/wording.ts'

export const cacheControlInvalid: Reports = {
  extras: { limits: [/maximum of (\d+) blocks/, ...commonLimits] },
  fields: [
    ...fields('cache_control cache_control.*', 'required null empty long pattern value list type unsupported invalid'),
    ...fields(
      'tool_result.content.*.cache_control tool_result.content.cache_control thinking.cache_control redacted_thinking.cache_control',
      'unknown',
    ),
  ],
  sentences: says(
    'cache unsupported',
    'cache unsupported empty text',
    'large cache',
    'cache large',
    'cache invalid',
    'invalid cache',
    'cache needs',
    'cache onlyIn',
    'cache unsupported thinkingBlock',
    'unsupported large cache',
    'cache unsupported empty',
    'thinkingBlock unsupported cache',
    'cache immediately',
    'topLevel cache',
  ),
  wordings: [wording('anthropic', /maximum of \d+ blocks with cache_control/)],
}
