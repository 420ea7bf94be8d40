import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A signature is absent where demanded.
 *
 * Repair: Restore from the part store; else the provider-documented bypass, else strip.
 */
export const thinkingSignatureMissing: Strategy = defineStrategy({
  type: 'thinking_signature_missing',

  reportedAs: [
    wording('anthropic', /thinking\.signature: field required/),
    wording(
      'gemini',
      /missing (?:a |an |the |required )?thought[_ ]?sig|block is missing a thought/,
      'ai.google.dev/gemini-api/docs/thought-signatures',
    ),
    wording('gemini', /thought[_ ]?signature (?:is|was) (?:missing|required|not (?:found|provided|set))/),
    wording('bedrock', /reasoningtext\.signature.{0,40}(?:required|missing|null|empty)/),
    wording(
      'any',
      /(?:thinking|reasoning) blocks? (?:is |are )?(?:missing|without|must (?:have|include|contain)) (?:a |the |its )?(?:valid )?signature/,
    ),
  ],

  visit: {},
})
