import type { ItemIdForm } from '../formats/rules.ts'
import { freshItemId, itemIdOf, itemType, mayLoseItemId } from '../lint/pairing/item-id.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Message } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const itemIdInvalidMeta: FaultMeta = {
  title: 'an illegal item id',
  meaning: 'An item id has the wrong prefix, length or characters.',
  repair: 'Drop the id (or re-id) consistently.',
  says: "Invalid 'input[66].id': 'item_df7e'. Expected an ID that begins with 'rs'.",
  link: 'https://platform.openai.com/docs/api-reference/responses/create',
}

/**
 * An item id has the wrong prefix, length or characters.
 *
 * Repair: the id goes, for calls are paired by their call id; an item that may not be without one gets a legal one.
 */
export const itemIdInvalid: Strategy<'item_id_invalid'> = defineStrategy({
  type: 'item_id_invalid',

  learn: ({ limit, named, rules, text }) => {
    const form = rules.itemIdForm
    const prefix = named && wantedPrefix.exec(text)?.[1]
    // One item is named: the ids of others of its type, and one that is made here, begin alike.
    if (form && prefix) {
      const prefixes = { ...form.prefixes, [itemType(named)]: prefix }
      return { rules: { itemIdForm: { ...form, prefixes } } }
    }
    return {
      suspects: ({ message }) => mayLoseItemId(message, rules),
      ...(/\bgot null\b/i.test(text) && form && { rules: { refusedNull: form.field } }),
      ...(limit !== undefined && form && { rules: { itemIdForm: { ...form, maxLength: limit } } }),
    }
  },

  visit: {
    message(message, context) {
      const { report, rules } = context
      const form = rules.itemIdForm
      if (form === undefined) return
      const id = itemIdOf(message, rules)
      const type = itemType(message)
      if (id === undefined && !form.demanded.has(type)) return
      if (form.callIds.has(type)) return checkCallId(message, form, context)
      const reason = rules.itemIds === 'refused' ? 'refused' : problemOf(id, type, form)
      if (reason === null || (rules.itemIds === 'refused' && form.demanded.has(type))) return
      report({
        at: message,
        detail: { type, reason },
        loss: message.blocks[0]?.kind === 'thinking' && !message.blocks[0].signature ? 'synthesised' : 'none',
        fix: (edit) => edit.dropItemId(message),
      })
    },

    suspect({ message }, { report, rules }) {
      // What a message says is suspected still when its id has gone.
      if (mayLoseItemId(message, rules)) report({ at: message, fix: (edit) => edit.dropItemId(message) })
    },
  },
})

/** "Expected an ID that begins with 'sh'." */
const wantedPrefix = /\bbegins with \W?([a-z]+)/i

/** An id that names a call goes with its answers; one that is no text at all has a strategy of its own. */
function checkCallId(message: Message, form: ItemIdForm, { pairing, report, rules, transcript }: LintContext): void {
  const call = message.blocks[0]!
  const type = itemType(message)
  const prefix = form.prefixes[type]
  if (!call.callId || prefix === undefined || rules.itemIds !== 'prefixed' || call.callId.startsWith(prefix)) return
  report({
    at: message,
    detail: { type, reason: `does not begin with ${prefix}` },
    fix: (edit) => edit.renameCall(call, freshItemId(message, form, transcript), pairing.resultOf.get(call)),
  })
}

function problemOf(id: unknown, type: string, form: ItemIdForm): string | null {
  if (id === undefined) return 'missing'
  if (typeof id !== 'string') return `a ${typeof id}`
  if (id.length > form.maxLength) return `longer than ${form.maxLength}`
  if (!form.pattern.test(id)) return 'illegal characters'
  const prefix = form.prefixes[type]
  return prefix === undefined || id.startsWith(prefix) ? null : `does not begin with ${prefix}`
}
