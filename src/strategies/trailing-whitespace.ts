import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The final assistant text ends in whitespace.
 *
 * Repair: Trim the end.
 */
export const trailingWhitespace: Strategy = defineStrategy({
  type: 'trailing_whitespace',

  reportedAs: [
    wording('anthropic', /final assistant content cannot end/),
    wording('any', /cannot end with trailing whitespace/),
  ],

  visit: {},
})
