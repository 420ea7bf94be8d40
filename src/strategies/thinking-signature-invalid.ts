import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A signature / encrypted payload does not verify (foreign model, edited, truncated).
 *
 * Repair: Strip by verifiability: only the blocks that cannot verify, oldest kept text as plain text when asked.
 */
export const thinkingSignatureInvalid: Strategy = defineStrategy({
  type: 'thinking_signature_invalid',

  reportedAs: [],

  visit: {},
})
