import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Two messages of one role in a row where the format demands alternation.
 *
 * Repair: Merge them, results first.
 */
export const roleAlternation: Strategy = defineStrategy({
  type: 'role_alternation',

  reportedAs: [],

  visit: {},
})
