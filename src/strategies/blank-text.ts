import { defineStrategy, type Strategy } from './define-strategy.ts'

const visible = /\S/

/**
 * A text block is empty or whitespace only.
 *
 * Repair: the block goes, and with the last one its message.
 */
export const blankText: Strategy = defineStrategy({
  type: 'blank_text',

  reportedAs: [],

  learn: () => ({ rules: { blankText: 'refused' } }),

  visit: {
    text(block, { report, rules }) {
      const { text } = block
      if (text === undefined || rules.blankText === 'allowed' || visible.test(text)) return
      if (text === '' && rules.blankText === 'empty-allowed') return
      report({ at: block, detail: { empty: text === '' }, fix: (edit) => edit.remove(block) })
    },
  },
})
