import { commonLimits } from '../detection/shapes/error-extras.ts'
import { fields } from '../detection/grammar/field-rule.ts'
import type { Reports } from '../detection/reports.ts'
import { says } from '../detection/grammar/sentence-rule.ts'
import { wording } from '../detection/words/wording.ts'

export const cacheControlInvalid: Reports = {
  extras: { limits: [/maximum of (\d+) blocks/, ...commonLimits] },
  fields: [
    ...fields(
      'cache_control cache_control.* cache_point cache_point.*',
      'required null empty long pattern value list type unsupported invalid',
    ),
    ...fields(
      'tool_result.content.*.cache_control tool_result.content.cache_control thinking.cache_control redacted_thinking.cache_control',
      'unknown',
    ),
  ],
  sentences: says(
    'cache unsupported/large/invalid/needs/onlyIn/immediately/first/shape',
    'cache unsupported empty text',
    'large/invalid/topLevel cache',
    'cache unsupported thinkingBlock/empty',
    'unsupported large cache',
    'cache found large',
    'thinkingBlock/media unsupported cache',
  ),
  things: ['cache'],
  wordings: [
    wording('anthropic', /maximum of \d+ blocks with cache_control/),
    // With 403 for a model that has no cache (github.com/BerriAI/litellm/pull/39210): without its points the request is taken.
    wording('bedrock', /request did not allow prompt caching/),
  ],
}
