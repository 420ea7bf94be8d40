import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A message has no content at all (null, [], no parts, missing field).
 *
 * Repair: Drop the message when the format allows, else a marked placeholder.
 */
export const emptyContentMessage: Strategy = defineStrategy({
  type: 'empty_content_message',

  reportedAs: [],

  visit: {},
})
