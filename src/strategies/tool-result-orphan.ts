import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A result answers no call in the position the format demands.
 *
 * Repair: Move it to the only open call that can own it; else keep its text as ordinary user text, marked.
 */
export const toolResultOrphan: Strategy = defineStrategy({
  type: 'tool_result_orphan',

  reportedAs: [],

  visit: {},
})
