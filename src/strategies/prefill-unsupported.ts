import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * The conversation ends with an assistant message and the model forbids it.
 *
 * Repair: Drop a blank or repeated tail; else append a marked user continuation.
 */
export const prefillUnsupported: Strategy = defineStrategy({
  type: 'prefill_unsupported',

  reportedAs: [],

  visit: {},
})
