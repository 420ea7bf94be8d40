import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Media are too large, too many, or too many pixels / pages.
 *
 * Repair: Replace the offending (oldest first) media with text placeholders until within the limit.
 */
export const mediaLimitExceeded: Strategy = defineStrategy({
  type: 'media_limit_exceeded',

  reportedAs: [],

  visit: {},
})
