import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A call or result id is missing, empty, too long, or has illegal characters.
 *
 * Repair: Deterministic collision-free re-id of both halves of the pair.
 */
export const toolCallIdInvalid: Strategy = defineStrategy({
  type: 'tool_call_id_invalid',

  reportedAs: [],

  visit: {},
})
