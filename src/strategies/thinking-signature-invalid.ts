import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A signature / encrypted payload does not verify (foreign model, edited, truncated).
 *
 * Only the provider can tell, so the repair starts from its error: the block that it names, then the thinking of that turn,
 * then all of it. Verifiable thinking stays as long as the errors allow.
 */
export const thinkingSignatureInvalid: Strategy = defineStrategy({
  type: 'thinking_signature_invalid',

  reportedAs: [],

  learn: () => ({ suspects: (block) => block.kind === 'thinking' || block.signature !== undefined }),

  visit: {
    thinking(block, { report, rules }) {
      if (!rules.foreignKinds.has('thinking')) return
      report({ at: block, detail: { reason: 'foreign' }, loss: 'synthesised', fix: (edit) => edit.remove(block) })
    },

    suspect(block, { format, report }) {
      report({
        at: block,
        loss: 'synthesised',
        fix: (edit) => {
          if (block.kind === 'thinking') edit.remove(block)
          else edit.replace(block, format.write.withSignature(block, undefined))
        },
      })
    },
  },
})
