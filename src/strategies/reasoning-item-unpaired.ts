import { wording } from '../detection/wording.ts'
import { itemIdOf, itemType, mayLoseItemId } from '../transcript/item-id.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'

/**
 * An OpenAI Responses reasoning item and its item are separated.
 *
 * Repair: a reasoning item whose item is gone goes too; an item whose reasoning is gone loses its id, so that the server does
 * not know it any more. The item itself always stays (I11).
 */
export const reasoningItemUnpaired: Strategy = defineStrategy({
  type: 'reasoning_item_unpaired',

  reportedAs: [
    wording('openai', /was provided without its re/, 'github.com/continuedev/continue/issues/8933'),
    wording(
      'local',
      /item\.(?:content|summary|encrypted_content) is not an? (?:array|string|object)/,
      'llama.cpp Responses',
    ),
  ],

  learn: ({ text }, rules) => {
    const lacksReasoning = /required '?reasoning/i.test(text)
    return {
      suspects: (block) => {
        if (block.kind === 'thinking') return !lacksReasoning
        return lacksReasoning && mayLoseItemId(block.message, rules)
      },
    }
  },

  visit: {
    thinking(block, context) {
      const { report, rules, purpose } = context
      if (rules.reasoningFollowed === undefined || block.field !== '') return
      if (rules.reasoningFollowed === 'identified' && itemIdOf(block.message, rules) === undefined) return
      const next = itemBehind(block, context.transcript)
      // In a store, the response may still be coming in.
      if (next === undefined ? purpose === 'stored' : next.role === 'assistant') return
      report({
        at: block,
        detail: { reason: next === undefined ? 'last item' : `followed by ${itemType(next)}` },
        loss: 'synthesised',
        fix: (edit) => edit.giveUpThinking(block),
      })
    },

    suspect(block, { report, rules }) {
      if (block.kind === 'thinking') {
        report({ at: block, loss: 'synthesised', fix: (edit) => edit.giveUpThinking(block) })
      } else if (mayLoseItemId(block.message, rules)) {
        report({ at: block, fix: (edit) => edit.dropItemId(block.message) })
      }
    },
  },
})

/** The first item behind a run of reasoning items. */
function itemBehind(block: Block, transcript: Transcript): Message | undefined {
  let index = block.message.index + 1
  while (transcript.messages[index]?.blocks[0]?.kind === 'thinking') index += 1
  return transcript.messages[index]
}
