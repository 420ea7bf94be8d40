import { isEqual } from '../json/is-equal.ts'
import { isOfLatestAnswer } from '../transcript/is-of-latest-answer.ts'
import type { Block } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const thinkingBlockModifiedMeta: FaultMeta = {
  title: 'thinking that differs from what the provider returned',
  meaning: 'Thinking of the latest assistant turn differs from what the provider returned.',
  repair: 'The recorded original comes back; else the thinking of that turn goes.',
  mayLose: 'The thinking of that turn, where the original is not stored.',
  says: 'messages.9.content.15: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified.',
  link: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
  frequent: true,
}

/**
 * Thinking of the latest assistant turn differs from what the provider returned.
 *
 * Repair: the original from the part store; a copy beside it goes; else the thinking of that turn does.
 */
export const thinkingBlockModified: Strategy<'thinking_block_modified'> = defineStrategy({
  type: 'thinking_block_modified',
  elsewhere: true,

  // Only of the latest answer the API compares what it has sealed.
  learn: ({ transcript }) => ({
    suspects: (block) =>
      block.kind === 'thinking' &&
      isOfLatestAnswer(block, transcript) &&
      (isCopy(block) || !block.message.blocks.some(isCopy)),
  }),

  visit: {
    thinking(block, { evidence, report, rules }) {
      // Thinking that is bound to what stands before it may not stand there twice; elsewhere the provider tells.
      if (rules.thinkingBound && isCopy(block))
        return report({ at: block, detail: { copied: true }, fix: (edit) => edit.remove(block) })
      const original = evidence.originalOf?.(block)
      if (original === undefined || isEqual(original, block.raw)) return
      report({ at: block, detail: { restored: true }, fix: (edit) => edit.replace(block, original) })
    },

    suspect(block, { report }) {
      report({ at: block, loss: isCopy(block) ? 'none' : 'synthesised', fix: (edit) => edit.remove(block) })
    },
  },
})

/** A seal is given once: of thinking that was stored twice the API says that it was modified. */
function isCopy({ index, message, raw, signature }: Block): boolean {
  return Boolean(signature) && isEqual(message.blocks[index - 1]?.raw, raw)
}
