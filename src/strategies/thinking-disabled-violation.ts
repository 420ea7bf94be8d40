import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const thinkingDisabledViolationMeta: FaultMeta = {
  title: 'thinking where thinking is off',
  meaning: 'Thinking blocks are present where thinking is disabled or unsupported.',
  repair: 'Strip them.',
  mayLose: 'The thinking blocks.',
  says: 'When thinking is disabled, an `assistant` message in the final position cannot contain `thinking`.',
  link: 'https://platform.claude.com/docs/en/build-with-claude/extended-thinking',
}

/**
 * Thinking blocks are present where thinking is disabled or unsupported.
 *
 * Repair: they go.
 */
export const thinkingDisabledViolation: Strategy<'thinking_disabled_violation'> = defineStrategy({
  type: 'thinking_disabled_violation',

  learn: ({ rules }) => ({
    rules: { thinking: rules.thinking === 'allowed' ? 'refused-in-final-turn' : 'refused' },
    suspects: (block) => block.kind === 'thinking',
  }),

  visit: {
    thinking(block, { lastTurn, report, rules, transcript }) {
      if (rules.thinking === 'allowed') return
      if (rules.thinking === 'refused-in-final-turn') {
        if (lastTurn?.role !== 'assistant' || block.message.turnIndex !== transcript.turns.length - 1) return
      }
      report({ at: block, loss: 'synthesised', fix: (edit) => edit.giveUpThinking(block) })
    },

    suspect(block, { report }) {
      report({ at: block, loss: 'synthesised', fix: (edit) => edit.remove(block) })
    },
  },
})

/** The same where thinking may stand beside the content, and is none of its parts. */
export const thinkingPartRefused: Strategy<'thinking_disabled_violation'> = /* @__PURE__ */ extendStrategy(
  thinkingDisabledViolation,
  {
    visit: {
      thinking(block, context) {
        const { format, report, rules } = context
        if (rules.thinkingParts !== 'refused' || block.field !== format.contentField)
          return thinkingDisabledViolation.visit.thinking!(block, context)
        report({ at: block, loss: 'synthesised', fix: (edit) => edit.giveUpThinking(block) })
      },
    },
  },
)
