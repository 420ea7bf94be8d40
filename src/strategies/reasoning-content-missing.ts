import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The provider demands that reasoning content be passed back and it is absent.
 *
 * Repair: Restore from the part store; else the empty string the provider accepts.
 */
export const reasoningContentMissing: Strategy = defineStrategy({
  type: 'reasoning_content_missing',

  reportedAs: [],

  visit: {},
})
