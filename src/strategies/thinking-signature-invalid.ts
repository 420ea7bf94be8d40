import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { isLegalSignature } from '../formats/is-legal-signature.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { Draft } from '../lint/draft.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { namedAndBehind } from '../lint/named-and-behind.ts'
import type { Block } from '../transcript/transcript.ts'

export const thinkingSignatureInvalidMeta: FaultMeta = {
  title: 'thinking whose signature does not verify',
  meaning: 'A signature / encrypted payload does not verify (foreign model, edited, truncated).',
  repair: 'Only the blocks that cannot verify go; their text may stay as plain text.',
  mayLose: 'The thinking blocks that do not verify.',
  says: 'messages.1.content.0: Invalid `signature` in `thinking` block',
  link: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
  frequent: true,
}

/**
 * A signature / encrypted payload does not verify (foreign model, edited, truncated).
 *
 * Only the provider can tell, so the repair starts from its error: the block that it names, then the thinking of that turn,
 * then all of it. Verifiable thinking stays as long as the errors allow.
 */
export const thinkingSignatureInvalid: Strategy<'thinking_signature_invalid'> = defineStrategy({
  type: 'thinking_signature_invalid',

  // Where a stand-in is documented, the thinking stays and only its signature is given up.
  learn: ({ rules: { signatureBypass } }) => ({
    // A summary that anyone can read has a strategy of its own; one that is nothing but encrypted fails like thinking.
    suspects: ({ kind, payload, signature }) =>
      (kind === 'thinking' && signatureBypass === undefined) ||
      (signature !== undefined && signature !== signatureBypass && (kind !== 'compaction' || payload === undefined)),
    together: namedAndBehind,
  }),

  visit: {
    thinking(block, { report, rules }) {
      if (!rules.foreignKinds.has('thinking')) return
      report({
        at: block,
        detail: { reason: 'foreign' },
        loss: 'synthesised',
        fix: (edit) => edit.giveUpThinking(block),
      })
    },

    block(block, { format, report, rules }) {
      const { signature } = block
      // An empty one is missing.
      if (!signature || isLegalSignature(signature, rules.signaturePattern)) return
      report({
        at: block,
        detail: { reason: 'malformed' },
        loss: 'synthesised',
        fix: (edit) => unseal(edit, block, format, rules),
      })
    },

    suspect(block, { format, report, rules }) {
      report({
        at: block,
        loss: 'synthesised',
        fix: (edit) => unseal(edit, block, format, rules),
      })
    },
  },
})

/** The same where calls have a list of their own, and a stand-in for a signature: who checks one misses one, and is asked once. */
export const callSignatureInvalid: Strategy<'thinking_signature_invalid'> = /* @__PURE__ */ extendStrategy(
  thinkingSignatureInvalid,
  {
    learn: (refusal) => {
      const { results, signatureBypass, signatures } = refusal.rules
      const isMissed = results === 'own-messages' && signatureBypass !== undefined && signatures === 'ignored'
      return { ...thinkingSignatureInvalid.learn!(refusal), ...(isMissed && { rules: { signatures: 'first-call' } }) }
    },
    visit: {
      suspect(block, context) {
        const { format, report, rules } = context
        const { signatureBypass: standIn } = rules
        const isOwn = block.kind === 'tool_call' && format.write.sealBeside?.(block) === undefined
        if (rules.results !== 'own-messages' || standIn === undefined || !isOwn)
          return thinkingSignatureInvalid.visit.suspect!(block, context)
        report({
          at: block,
          loss: 'synthesised',
          fix: (edit) => edit.replace(block, format.write.withSignature(block, standIn)),
        })
      },
    },
  },
)

/** Thinking goes with its seal, and so does what consists of nothing else. */
function unseal(edit: Draft, block: Block, { write }: Format, { signatureBypass }: Rules): void {
  if (block.kind === 'thinking' && signatureBypass === undefined) return edit.giveUpThinking(block)
  const unsealed = write.withSignature(block, undefined)
  edit.replace(block, ...(unsealed === undefined ? [] : [unsealed]))
}
