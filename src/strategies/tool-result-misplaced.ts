import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Results exist but in the wrong turn, order, role, or count.
 *
 * Repair: Move them; never change their content.
 */
export const toolResultMisplaced: Strategy = defineStrategy({
  type: 'tool_result_misplaced',

  reportedAs: [],

  visit: {},
})
