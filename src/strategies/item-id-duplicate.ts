import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Two items share an id.
 *
 * Repair: Drop the duplicate item or its id.
 */
export const itemIdDuplicate: Strategy = defineStrategy({
  type: 'item_id_duplicate',

  reportedAs: [
    wording('openai', /duplicate item found with id/, 'github.com/continuedev/continue/issues/10723'),
    wording('openai', /remove duplicate items from your input/),
  ],

  visit: {},
})
