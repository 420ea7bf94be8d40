import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

const visible = /\S/

/**
 * A text block is empty or whitespace only.
 *
 * Repair: the block goes, and with the last one its message.
 */
export const blankText: Strategy = defineStrategy({
  type: 'blank_text',

  learn: () => ({ rules: { blankText: 'refused' } }),

  visit: {
    text(block, { report, rules }) {
      const { text } = block
      if (text === undefined || rules.blankText === 'allowed' || visible.test(text)) return
      if (rules.blankText === (text === '' ? 'empty-allowed' : 'empty-refused') || block.signature !== undefined) return
      report({ at: block, detail: { empty: text === '' }, fix: (edit) => edit.remove(block) })
    },
  },
})
