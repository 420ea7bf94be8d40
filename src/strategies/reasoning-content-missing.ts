import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The provider demands that reasoning content be passed back and it is absent.
 *
 * Repair: Restore from the part store; else the empty string the provider accepts.
 */
export const reasoningContentMissing: Strategy = defineStrategy({
  type: 'reasoning_content_missing',

  reportedAs: [
    wording(
      'deepseek',
      /reasoning_content (?:in the thinking mode |must be passed)/,
      'api-docs.deepseek.com/guides/thinking_mode',
    ),
    wording('deepseek', /missing reasoning_content field/),
    wording(
      'moonshot',
      /reasoning_content (?:field )?(?:is|was) (?:missing|required|empty)/,
      'github.com/continuedev/continue/issues/11600',
    ),
    wording(
      'any',
      /(?:missing|requires?|must (?:include|contain|provide|have)|without) (?:a |an |the |non-empty )?reasoning_(?:content|details)/,
    ),
    wording(
      'any',
      /reasoning_(?:content|details) (?:field )?must (?:be (?:provided|present|included|returned|sent|a non)|not be (?:empty|null|missing))/,
    ),
  ],

  visit: {},
})
