import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Results exist but in the wrong turn, order, role, or count.
 *
 * Repair: move them to where the format wants the answer; their content stays as it is (I4).
 */
export const toolResultMisplaced: Strategy = defineStrategy({
  type: 'tool_result_misplaced',

  reportedAs: [],

  visit: {
    displaced({ call, result }, { report }) {
      report({
        at: result,
        detail: { callId: result.callId ?? '', reason: 'turn' },
        fix: (edit) => {
          edit.remove(result)
          edit.answer(call, result.raw)
        },
      })
    },

    turn(turn, { pairing, report, rules }) {
      if (!rules.resultsLead || turn.role === 'assistant') return
      let other = false
      for (const message of turn.messages) {
        for (const block of message.blocks) {
          if (block.kind !== 'tool_result') other = true
          else if (other && pairing.owned.has(block)) {
            report({
              at: block,
              detail: { callId: block.callId ?? '', reason: 'order' },
              fix: (edit) => {
                edit.remove(block)
                edit.insertResult(turn, block.raw)
              },
            })
          }
        }
      }
    },
  },
})
