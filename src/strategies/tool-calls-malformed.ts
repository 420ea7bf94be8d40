import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The container of calls is wrong: empty array, wrong type, too many.
 *
 * Repair: the empty or unreadable container goes; the calls of an over-long one continue in a second message, each with its
 * results.
 */
export const toolCallsMalformed: Strategy = defineStrategy({
  type: 'tool_calls_malformed',

  reportedAs: [],

  visit: {},
})
