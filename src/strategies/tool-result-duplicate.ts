import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * One call occurrence has more than one result.
 *
 * Repair: Keep the first real one of the owning occurrence; a synthetic never beats a real one.
 */
export const toolResultDuplicate: Strategy = defineStrategy({
  type: 'tool_result_duplicate',

  reportedAs: [],

  visit: {},
})
