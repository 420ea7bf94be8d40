import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The model does not accept this kind of media in history.
 *
 * Repair: Replace with text placeholders.
 */
export const mediaUnsupported: Strategy = defineStrategy({
  type: 'media_unsupported',

  reportedAs: [],

  visit: {},
})
