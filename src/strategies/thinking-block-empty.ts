import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const thinkingBlockEmptyMeta: FaultMeta = {
  title: 'an empty thinking block',
  meaning: 'A thinking block lacks its text or required fields.',
  repair: 'Remove the empty block.',
  says: 'messages.1.content.0.thinking: each thinking block must contain thinking',
  link: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
}

/**
 * A thinking block lacks its text or required fields.
 *
 * Repair: the empty block goes. Signed thinking may be empty where the provider itself sends it so (provider-errors.md §4).
 */
export const thinkingBlockEmpty: Strategy<'thinking_block_empty'> = defineStrategy({
  type: 'thinking_block_empty',

  learn: () => ({
    rules: { signedThinkingMayBeEmpty: false },
  }),

  visit: {
    thinking(block, { format, report, rules, transcript }) {
      if (!format.isEmptyThinking(block, rules)) return
      const whole = format.canonical?.(block, rules, transcript)
      if (whole !== undefined) return report({ at: block, fix: (edit) => edit.replace(block, whole) })
      // Of a union the text is demanded, whoever reads it.
      const mayLackText = block.text !== undefined || block.shape.union !== true
      if (rules.signatures === 'ignored' && rules.signedThinkingMayBeEmpty && mayLackText) return
      if (block.text === '' && block.signature && rules.signedThinkingMayBeEmpty) return
      report({ at: block, loss: block.signature ? 'synthesised' : 'none', fix: (edit) => edit.remove(block) })
    },
  },
})

/**
 * As {@link thinkingBlockEmpty}, for reasoning that is an item or a union: the speech that stands in it is moved out, and its nulls are
 * removed, before the reasoning itself may be removed.
 */
export const thinkingItemEmpty: Strategy<'thinking_block_empty'> = /* @__PURE__ */ extendStrategy(thinkingBlockEmpty, {
  visit: {
    thinking(block, context) {
      const { format, report, rules, transcript } = context
      const isItem = block.field === ''
      const whole =
        (isItem || rules.unionsAlone === true) && format.isEmptyThinking(block, rules)
          ? format.canonical?.(block, rules, transcript)
          : undefined
      const parts = isItem ? format.write.rescue?.(block) : [whole]
      if (whole === undefined || !parts) return thinkingBlockEmpty.visit.thinking!(block, context)
      report({ at: block, reveals: true, fix: (edit) => edit.replace(block, ...parts) })
    },
  },
})
