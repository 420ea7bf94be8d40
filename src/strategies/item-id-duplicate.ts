import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Two items share an id.
 *
 * Repair: Drop the duplicate item or its id.
 */
export const itemIdDuplicate: Strategy = defineStrategy({
  type: 'item_id_duplicate',

  reportedAs: [],

  visit: {},
})
