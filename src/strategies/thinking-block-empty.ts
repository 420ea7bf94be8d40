import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A thinking block lacks its text or required fields.
 *
 * Repair: the empty block goes. Signed thinking may be empty where the provider itself sends it so (provider-errors.md §4).
 */
export const thinkingBlockEmpty: Strategy = defineStrategy({
  type: 'thinking_block_empty',

  reportedAs: [],

  learn: () => ({
    rules: { signedThinkingMayBeEmpty: false },
  }),

  visit: {
    thinking(block, { format, report, rules }) {
      if (rules.signatures === 'ignored' || !format.isEmptyThinking(block)) return
      if (block.text !== undefined && block.signature && rules.signedThinkingMayBeEmpty) return
      report({ at: block, fix: (edit) => edit.remove(block) })
    },
  },
})
