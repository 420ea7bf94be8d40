import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A compaction block or trigger is misplaced, ambiguous, altered or does not verify.
 *
 * Repair: Move or drop it as its error code says; keep the messages that it replaced when the store has them.
 */
export const compactionBlockInvalid: Strategy = defineStrategy({
  type: 'compaction_block_invalid',

  reportedAs: [],

  visit: {},
})
