import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The content of a result has an illegal shape for the format.
 *
 * Repair: Wrap or convert without losing the text.
 */
export const toolResultContentInvalid: Strategy = defineStrategy({
  type: 'tool_result_content_invalid',

  reportedAs: [],

  visit: {},
})
