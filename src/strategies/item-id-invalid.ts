import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An item id has the wrong prefix, length or characters.
 *
 * Repair: Drop the id (or re-id) consistently.
 */
export const itemIdInvalid: Strategy = defineStrategy({
  type: 'item_id_invalid',

  reportedAs: [],

  visit: {},
})
