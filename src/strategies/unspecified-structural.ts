import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

/**
 * The provider says that the messages are invalid without saying how.
 *
 * Repair: the transcript is diagnosed under the strictest rules that any provider is known to hold; nothing found means that
 * it cannot be repaired from here.
 */
export const unspecifiedStructural: Strategy = defineStrategy({
  type: 'unspecified_structural',

  learn: () => ({
    rules: {
      alternation: 'required',
      prefill: false,
      blankText: 'refused',
      absentContent: 'beside-calls',
      emptyContent: { user: 'refused', assistant: 'refused', system: 'refused', tool: 'refused', unknown: 'refused' },
      callIdScope: 'transcript',
      signedThinkingMayBeEmpty: false,
      toolsDemanded: true,
    },
  }),

  visit: {},
})
