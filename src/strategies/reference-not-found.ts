import { wording } from '../detection/wording.ts'
import type { RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { itemIdOf, itemType, mayLoseItemId } from '../lint/item-id.ts'
import type { Block } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'

/**
 * The request continues from state that the server no longer holds (item, previous response, thread).
 *
 * Repair: where the list holds the whole conversation, the reference goes, and what only the server could have completed
 * with it. Where it does not, dropping the reference loses what came before: the adapters replay it from their store, and
 * here it happens only with consent.
 */
export const referenceNotFound: Strategy<'reference_not_found'> = defineStrategy({
  type: 'reference_not_found',

  meta: {
    title: 'a reference to state that the server has dropped',
    meaning: 'The request continues from state that the server no longer holds (item, previous response, thread).',
    repair: 'Replay the full conversation from the message store without the reference.',
    says: "Previous response with id 'resp_1' not found.",
    link: 'https://platform.openai.com/docs/guides/conversation-state',
  },

  reportedAs: [
    wording('openai', /item with id [\w.-]{1,200}not found/),
    wording('openai', /items are not persisted (?:when|for)/, 'github.com/router-for-me/CLIProxyAPI/issues/2381'),
    wording('openai', /previous[_ ]response(?:_id)?(?: with id)? .{0,160}not[_ ]found/),
    wording('openai', /previous_response_not_found/, undefined, 'decisive'),
    wording('openai', /previous response cannot be used/, 'github.com/can1357/oh-my-pi/issues/2341'),
    wording('openai', /(?:response|conversation|thread) with id [\w.-]{1,200}not found/),
    wording(
      'anthropic',
      /thread_(?:not_found|already_continued|fingerprint_mismatch|continue_in_flight|unsupported_request)/,
      'error codes of @anthropic-ai/sdk 1.11: replay the full conversation',
      'decisive',
    ),
    wording('anthropic', /no usable thread state was found/),
  ],

  learn: ({ text }, rules, request) => {
    const isHistory = /previous|response|conversation|thread/i.test(text.replace(/https?:\S+/g, ''))
    if (isHistory && historyIn(rules, request).length > 0) return { rules: { historyLost: true } }
    return {
      suspects: ({ message }) => itemIdOf(message, rules) !== undefined,
      ...(/not persisted/i.test(text) && { rules: { itemsKept: false } }),
    }
  },

  visit: {
    thinking(block, { report, rules }) {
      // Nothing but the id tells what the item holds, and nobody keeps the ids.
      const isBare = block.field === '' && block.signature === undefined && !hasContent(block)
      if (rules.itemsKept !== false || !isBare || itemIdOf(block.message, rules) === undefined) return
      report({
        at: block,
        detail: { reason: 'not kept by the server' },
        loss: 'synthesised',
        fix: (edit) => edit.giveUpThinking(block),
      })
    },

    end({ pairing, report, request, rules, transcript }) {
      const fields = historyIn(rules, request)
      if (rules.historyLost !== true || fields.length === 0) return
      const isWhole = transcript.messages.some(({ role }) => role === 'assistant') && pairing.elsewhere.length === 0
      const isEmpty = transcript.messages.length === 0
      report({
        at: null,
        detail: { fields: fields.join(' '), whole: isWhole },
        loss: isWhole ? 'none' : 'lossy',
        ...(!isEmpty && {
          fix: (edit) => edit.setRequest(Object.fromEntries(fields.map((field) => [field, undefined]))),
        }),
      })
    },

    suspect(block, { report, rules }) {
      const { message } = block
      if (itemIdOf(message, rules) === undefined) return
      const isGone = block.shape.pointer === true || (block.kind === 'thinking' && block.signature === undefined)
      if (!isGone && !mayLoseItemId(message, rules)) return
      report({
        at: block,
        detail: { type: itemType(message) },
        loss: isGone ? 'synthesised' : 'none',
        fix: (edit) => edit.dropItemId(message),
      })
    },
  },
})

function historyIn({ historyFields = [] }: Rules, request: RequestBody): readonly string[] {
  return historyFields.filter((field) => request[field] !== undefined && request[field] !== null)
}

/** Reasoning that some servers give as plain text, without ids of their own. */
function hasContent({ payload }: Block): boolean {
  return Array.isArray(payload) && payload.length > 0
}
