import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A tool name is empty, too long or has illegal characters.
 *
 * Repair: Sanitise; keep the original in the edit record.
 */
export const toolCallNameInvalid: Strategy = defineStrategy({
  type: 'tool_call_name_invalid',

  reportedAs: [],

  visit: {},
})
