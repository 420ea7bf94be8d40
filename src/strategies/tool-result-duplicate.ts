import { isEqual } from '../json/is-equal.ts'
import { defineStrategy, extendStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { resultAsText } from './shared/result-as-text.ts'
import { isSynthetic } from '../faults/synthetic-text.ts'

export const toolResultDuplicateMeta: FaultMeta = {
  title: 'two results for one tool call',
  meaning: 'One call occurrence has more than one result.',
  repair: 'Keep the first real one of the owning occurrence; a synthetic never beats a real one.',
  mayLose: 'With --allow lossy: a second real result that differs from the first.',
  says: 'messages.6.content.1: each `tool_use` must have a single result. Found multiple `tool_result` blocks with id: toolu_01',
  link: 'https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html',
}

/**
 * One call occurrence has more than one result.
 *
 * Repair: the first real one of the owning occurrence stays; a synthetic never beats a real one (I5). A copy that says
 * something else keeps its text as marked text of its turn (I4).
 */
export const toolResultDuplicate: Strategy<'tool_result_duplicate'> = defineStrategy({
  type: 'tool_result_duplicate',

  visit: {
    duplicate({ call, kept, loser }, { format, report }) {
      const says = isEqual(kept.payload, loser.payload)
        ? []
        : resultAsText(loser, format, 'A further result of the same tool call')
      const late = isSynthetic(loser.payload) && kept.message.turnIndex !== loser.message.turnIndex
      report({
        at: loser,
        detail: { callId: loser.callId ?? '' },
        loss: says.length === 0 ? 'none' : 'synthesised',
        fix: (edit) => {
          edit.replaceInTurn(loser, says)
          if (!late) return
          edit.remove(kept)
          edit.answer(call, kept.raw)
        },
      })
    },
  },
})

/**
 * The same where outputs are items, or calls have a list of their own: ids are compared over the whole list, not within a turn, so that
 * an id of an earlier call may be used again, by a call that a program keeps in its content and does not send.
 */
export const outputDuplicate: Strategy<'tool_result_duplicate'> = /* @__PURE__ */ extendStrategy(toolResultDuplicate, {
  learn: ({ text }) => ({
    rules: {
      secondResults: 'refused',
      ...(/_output|tool_call_id/i.test(text) && {
        callIdScope: 'transcript' as const,
        repeatedIds: 'refused' as const,
      }),
    },
  }),

  visit: {
    duplicate(pair, context) {
      const { kept, loser } = pair
      // Elsewhere than beside the first one it answers nothing.
      const isBeside = kept.message.turnIndex === loser.message.turnIndex
      if (context.rules.secondResults === 'taken' && isBeside && !isSynthetic(loser.payload)) return
      toolResultDuplicate.visit.duplicate!(pair, context)
    },
  },
})
