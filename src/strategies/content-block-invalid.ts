import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A block or item is malformed or of a type the format does not know in that place.
 *
 * Repair: Convert to the right type, or keep its text as text; the original goes into the edit record.
 */
export const contentBlockInvalid: Strategy = defineStrategy({
  type: 'content_block_invalid',

  reportedAs: [],

  visit: {},
})
