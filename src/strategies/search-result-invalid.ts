import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An encrypted search-result payload does not verify.
 *
 * Only the provider can tell. Repair: call and result of the search, and the citations that point at it, become text.
 */
export const searchResultInvalid: Strategy = defineStrategy({
  type: 'search_result_invalid',

  reportedAs: [],

  learn: () => ({
    suspects: (block) =>
      block.kind === 'search_result' ||
      (block.kind === 'tool_result' && block.shape.server) ||
      block.signature !== undefined,
  }),

  visit: {
    suspect(block, { format, pairing, report }) {
      if (block.kind === 'thinking') return
      const call = pairing.owned.get(block)
      const text = format.write.plainText(block)
      report({
        at: block,
        loss: 'synthesised',
        fix: (edit) => {
          edit.replace(block, ...(text.trim() === '' ? [] : [edit.write.text(text)]))
          if (call) edit.remove(call)
        },
      })
    },
  },
})
