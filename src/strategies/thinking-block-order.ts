import type { Block, Message } from '../transcript/transcript.ts'
import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * A thinking block is not where the format demands it (must lead / must not be final).
 *
 * Repair: thinking that nothing can be moved across (I11) is given up for that message; where the final turn must start with
 * thinking and has none, thinking is turned off for the request. A block is never invented.
 */
export const thinkingBlockOrder: Strategy = defineStrategy({
  type: 'thinking_block_order',

  reportedAs: [
    wording('anthropic', /expected thinking or redacted_thinking/, 'docs.claude.com extended thinking'),
    wording('anthropic', /if an assistant message contains any thinking blocks/),
    wording('anthropic', /first block must be (?:a )?thinking or redacted_thinking/),
    wording('anthropic', /final assistant message must start with a thinking block/),
    wording('anthropic', /final block in an assistant message cannot be/),
    wording('gateway', /thinking ?块格式无效/),
  ],

  learn: () => ({
    rules: { thinkingLeads: true },
    suspects: (block) => block.kind === 'thinking',
  }),

  visit: {
    message(message, { report, rules }) {
      if (!rules.thinkingLeads || message.role !== 'assistant') return
      const first = message.blocks.findIndex((block) => block.kind !== 'compaction' && block.kind !== 'other')
      const thinking = message.blocks.filter((block) => block.kind === 'thinking')
      if (thinking.length === 0 || message.blocks[first]!.kind === 'thinking') return
      report({
        at: thinking[0]!,
        detail: { reason: 'must lead' },
        loss: 'synthesised',
        fix: (edit) => {
          for (const block of thinking) edit.remove(block)
        },
      })
    },

    end({ report, rules, transcript }) {
      if (!rules.thinkingDemanded || rules.thinkingOff === null) return
      const last = transcript.turns.findLast((turn) => turn.role === 'assistant')
      const leading = last?.messages.find((message) => message.blocks.length > 0)
      if (last === undefined || leading === undefined || !isInToolLoop(last.messages)) return
      if (leading.blocks.some((block) => block.kind === 'thinking')) return
      const { thinkingOff } = rules
      report({
        at: leading,
        detail: { reason: 'final turn must start with thinking' },
        loss: 'synthesised',
        fix: (edit) => edit.setRequest(thinkingOff),
      })
    },

    suspect(block, { report }) {
      report({ at: block, loss: 'synthesised', fix: (edit) => edit.remove(block) })
    },
  },
})

function isInToolLoop(messages: readonly Message[]): boolean {
  return messages.some((message) =>
    message.blocks.some((block: Block) => block.kind === 'tool_call' && !block.shape.server),
  )
}
