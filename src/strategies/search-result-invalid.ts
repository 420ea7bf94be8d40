import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An encrypted search-result payload does not verify.
 *
 * Only the provider can tell. Repair: call and result of the search, and the citations that point at it, become text.
 */
export const searchResultInvalid: Strategy = defineStrategy({
  type: 'search_result_invalid',

  reportedAs: [
    wording('anthropic', /invalid encrypted_(?:content|index) in/, undefined, 'decisive'),
    wording('anthropic', /failed to decrypt web search result/, undefined, 'decisive'),
    wording(
      'anthropic',
      /(?:search_result|search_tool_result|citations?)[\w.]{0,60}\.encrypted_(?:content|index): (?:field|string|input|invalid)/,
      undefined,
      'decisive',
    ),
    wording('anthropic', /encrypted_(?:content|index) (?:in|of) (?:search|web)/),
  ],

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
