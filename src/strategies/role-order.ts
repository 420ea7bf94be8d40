import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The conversation starts or continues with a role that the format forbids there.
 *
 * Repair: Add the minimal marked message, or drop the leading one.
 */
export const roleOrder: Strategy = defineStrategy({
  type: 'role_order',

  reportedAs: [],

  visit: {},
})
