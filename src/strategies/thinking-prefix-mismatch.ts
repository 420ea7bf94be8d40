import { askToDropStaleThinking } from '../lint/ask-to-drop-stale-thinking.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const thinkingPrefixMismatchMeta: FaultMeta = {
  title: 'thinking bound to a history that has changed',
  meaning:
    'Preserved thinking (newest Claude models): a thinking block is bound to the system prompt, tools and all earlier messages, and something before it has changed, or a thinking block between others was left out or moved.',
  repair:
    'The API is asked to drop what no longer verifies, from now on; where it cannot, this and all later thinking goes.',
  mayLose: 'The thinking blocks after the change.',
  says: 'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation.',
  link: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
  frequent: true,
}

/**
 * Preserved thinking (newest Claude models): a thinking block is bound to the system prompt, tools and all earlier messages,
 * and something before it has changed, or a thinking block between others was left out or moved.
 *
 * Repair: ask the provider to drop the failing blocks, for this and every later request of the session; where it cannot be
 * asked, this and all later thinking goes (I11). Our own edits carry the same consequence: see `carry-binding.ts`.
 */
export const thinkingPrefixMismatch: Strategy<'thinking_prefix_mismatch'> = defineStrategy({
  type: 'thinking_prefix_mismatch',

  learn: ({ messageIndex, request, rules }) => {
    const remedy = rules.dropStaleThinking
    if (remedy !== null && askToDropStaleThinking(request, remedy) !== null) return { rules: { thinkingStale: true } }
    return {
      suspects: (block) => block.kind === 'thinking' && block.message.index >= (messageIndex ?? 0),
      // What follows is bound to the block that is named, and to whatever that is bound to.
      together: (_, all) => all,
      certain: true,
    }
  },

  visit: {
    end({ report, request, rules }) {
      const remedy = rules.dropStaleThinking
      if (!rules.thinkingStale || remedy === null) return
      const asking = askToDropStaleThinking(request, remedy)
      if (asking === null) return
      report({ at: null, loss: 'synthesised', fix: (edit) => edit.setRequest(asking, remedy.betas) })
    },

    suspect(block, { report }) {
      report({ at: block, loss: 'synthesised', fix: (edit) => edit.remove(block) })
    },
  },
})
