import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A block, item or message carries a field that the format does not permit.
 *
 * Repair: Remove the field.
 */
export const unknownField: Strategy = defineStrategy({
  type: 'unknown_field',

  reportedAs: [],

  visit: {},
})
