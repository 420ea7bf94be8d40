import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Two calls carry the same id where ids must be unique.
 *
 * Repair: Re-id the later occurrence together with its own result.
 */
export const toolCallIdDuplicate: Strategy = defineStrategy({
  type: 'tool_call_id_duplicate',

  reportedAs: [],

  visit: {},
})
