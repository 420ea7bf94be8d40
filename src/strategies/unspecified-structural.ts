import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import { withoutThinking } from './item-invalid.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const unspecifiedStructuralMeta: FaultMeta = {
  title: 'messages that are refused without a reason',
  meaning: 'The provider says that the messages are invalid without saying how.',
  repair: 'Diagnose the transcript against the format; repair what is found; nothing found means not recoverable.',
  says: 'The messages parameter is illegal. Please check the documentation.',
  link: 'https://github.com/google-gemini/gemini-cli/issues/15568',
}

/**
 * The provider says that the messages are invalid without saying how.
 *
 * Repair: the transcript is diagnosed under the strictest rules that any provider is known to hold; nothing found means that
 * it cannot be repaired from here.
 */
export const unspecifiedStructural: Strategy<'unspecified_structural'> = defineStrategy({
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

/** The same where thinking may stand beside the content as well as in it. */
export const unspecifiedParts: Strategy<'unspecified_structural'> = /* @__PURE__ */ extendStrategy(
  unspecifiedStructural,
  {
    learn: (error, rules, request) => ({
      rules: { ...unspecifiedStructural.learn!(error, rules, request).rules, ...withoutThinking(rules) },
    }),
  },
)
