import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A signature is absent where demanded.
 *
 * Repair: Restore from the part store; else the provider-documented bypass, else strip.
 */
export const thinkingSignatureMissing: Strategy = defineStrategy({
  type: 'thinking_signature_missing',

  reportedAs: [],

  visit: {},
})
