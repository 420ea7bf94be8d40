import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * cache_control on an empty or thinking block, more than four, or ttl order.
 *
 * Repair: Remove or move the markers; keep the last ones.
 */
export const cacheControlInvalid: Strategy = defineStrategy({
  type: 'cache_control_invalid',

  reportedAs: [],

  visit: {},
})
