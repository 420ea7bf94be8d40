import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Thinking blocks are present where thinking is disabled or unsupported.
 *
 * Repair: Strip them.
 */
export const thinkingDisabledViolation: Strategy = defineStrategy({
  type: 'thinking_disabled_violation',

  reportedAs: [],

  visit: {},
})
