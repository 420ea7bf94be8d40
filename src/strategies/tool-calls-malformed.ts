import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The container of calls is wrong: empty array, wrong type, too many.
 *
 * Repair: Remove the empty container; split over-long ones.
 */
export const toolCallsMalformed: Strategy = defineStrategy({
  type: 'tool_calls_malformed',

  reportedAs: [],

  visit: {},
})
