import { isEqual } from '../transcript/is-equal.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'
import { marked, syntheticText } from './synthetic-text.ts'

/**
 * The conversation ends with an assistant message and the model forbids it.
 *
 * Repair: a repeated tail goes; else a marked user continuation follows. A stored conversation may end with the assistant.
 */
export const prefillUnsupported: Strategy = defineStrategy({
  type: 'prefill_unsupported',

  reportedAs: [],

  learn: () => ({ rules: { prefill: false } }),

  visit: {
    end({ lastTurn, pairing, purpose, report, rules, transcript }) {
      if (rules.prefill || purpose === 'stored' || lastTurn?.role !== 'assistant') return
      if (pairing.frontier.length > 0) return
      const last = lastTurn.messages.at(-1)!
      const repeated = lastTurn.messages.length > 1 && isEqual(last.raw, lastTurn.messages.at(-2)!.raw)
      report({
        at: last,
        detail: { repeated },
        loss: repeated ? 'none' : 'synthesised',
        fix: (edit) => {
          if (repeated) edit.removeMessage(last)
          else edit.insertMessage(transcript.messages.length, 'user', [edit.write.text(marked(syntheticText.continue))])
        },
      })
    },
  },
})
