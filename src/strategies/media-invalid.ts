import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An image or document cannot be processed (corrupt, wrong media type, unreachable URL, duplicate name).
 *
 * Repair: Fix the media type from the magic bytes; else replace with a text placeholder that names it.
 */
export const mediaInvalid: Strategy = defineStrategy({
  type: 'media_invalid',

  reportedAs: [],

  visit: {},
})
