import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A string holds a lone surrogate (or NUL) and the body is not valid JSON for the provider.
 *
 * Repair: Replace with U+FFFD everywhere, tool inputs and keys included.
 */
export const invalidUnicode: Strategy = defineStrategy({
  type: 'invalid_unicode',

  reportedAs: [],

  visit: {},
})
