import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The provider says that the messages are invalid without saying how.
 *
 * Repair: Diagnose the transcript against the format; repair what is found; nothing found means not recoverable.
 */
export const unspecifiedStructural: Strategy = defineStrategy({
  type: 'unspecified_structural',

  reportedAs: [],

  visit: {},
})
