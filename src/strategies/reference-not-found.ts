import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The request continues from state that the server no longer holds (item, previous response, thread).
 *
 * Repair: Replay the full conversation from the message store without the reference.
 */
export const referenceNotFound: Strategy = defineStrategy({
  type: 'reference_not_found',

  reportedAs: [],

  visit: {},
})
