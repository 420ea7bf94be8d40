import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An encrypted search-result payload does not verify.
 *
 * Repair: Downgrade the block to text.
 */
export const searchResultInvalid: Strategy = defineStrategy({
  type: 'search_result_invalid',

  reportedAs: [],

  visit: {},
})
