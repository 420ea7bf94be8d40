import { wording } from '../detection/wording.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * Results exist but in the wrong turn, order, role, or count.
 *
 * Repair: move them to where the format wants the answer; their content stays as it is (I4).
 */
export const toolResultMisplaced: Strategy = defineStrategy({
  type: 'tool_result_misplaced',

  reportedAs: [
    wording('gemini', /please ensure that (?:the )?function call turns? comes? immediately after/, 'Gemini turn order'),
    wording('gemini', /please ensure that (?:the )?function response turns? comes? immediately after/),
    wording('gemini', /number of function response parts/, 'github.com/google-gemini/gemini-cli/issues/4504'),
    wording(
      'bedrock',
      /conversation blocks and tool result blocks cannot be provided in the same turn/,
      'Bedrock Converse',
    ),
    wording('cohere', /cannot specify both message and tool_results/, 'github.com/cohere-ai/cohere-python/issues/525'),
    wording('anthropic', /tool_(?:use|result) blocks? can only/),
    wording(
      'anthropic',
      /tool_result blocks? (?:must|should) (?:come|be|appear) (?:first|before|at the (?:start|beginning))/,
    ),
    wording('mistral', /unexpected role tool after role/, 'code 3230, github.com/charmbracelet/crush/issues/279'),
    wording('minimax', /tool call result does not follow tool call/, 'code 2013'),
    wording('any', /tool (?:messages?|results?) must (?:immediately |directly )follow/),
  ],

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
