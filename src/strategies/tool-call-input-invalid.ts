import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Call arguments are not the object / JSON string that the format demands (null, string, truncated JSON).
 *
 * Repair: Parse or complete what can be proven; else wrap the raw text and answer the call with an error result.
 */
export const toolCallInputInvalid: Strategy = defineStrategy({
  type: 'tool_call_input_invalid',

  reportedAs: [],

  visit: {},
})
