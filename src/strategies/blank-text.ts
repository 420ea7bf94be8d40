import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

const visible = /\S/

/**
 * A text block is empty or whitespace only.
 *
 * Repair: the block goes, and with the last one its message.
 */
export const blankText: Strategy<'blank_text'> = defineStrategy({
  type: 'blank_text',

  meta: {
    title: 'a blank text block',
    meaning: 'A text block is empty or whitespace only.',
    repair: 'The block goes, and with the last one its message.',
    says: 'messages: text content blocks must be non-empty',
    link: 'https://platform.claude.com/docs/en/api/messages',
    frequent: true,
  },

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
