import type { Format } from '../formats/format.ts'
import { isEqual } from '../json/is-equal.ts'
import { readOnce } from '../json/read-once.ts'
import { itemIdOf, itemType, mayLoseItemId } from '../lint/pairing/item-id.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const itemIdDuplicateMeta: FaultMeta = {
  title: 'two items with one id',
  meaning: 'Two items share an id.',
  repair: 'Drop the duplicate item or its id.',
  says: 'Duplicate item found with id rs_0468. Remove duplicate items from your input and try again.',
  link: 'https://github.com/continuedev/continue/issues/10723',
}

/**
 * Two items share an id.
 *
 * Repair: the same item written twice stays once; of two different items the later one loses the id. What the server holds
 * already (it says so, and the request continues its history) need not be sent again.
 */
export const itemIdDuplicate: Strategy<'item_id_duplicate'> = defineStrategy({
  type: 'item_id_duplicate',
  elsewhere: true,

  learn: ({ rules, text, transcript }) => {
    const ids = Map.groupBy(transcript.messages, (other) => itemIdOf(other, rules))
    const isAlone = (message: Message): boolean => {
      const id = itemIdOf(message, rules)
      return id !== undefined && ids.get(id)!.length === 1
    }
    return {
      rules: { itemIdsUnique: true, heldItemId: /\bwith id\W{1,3}([\w-]+)/i.exec(text)?.[1] },
      suspects: ({ message }) => rules.historyElsewhere === true && isAlone(message),
      // Who sends one item again has sent others again: those stay, and the server does not know them by their ids.
      together: (_, all) => all.filter(({ message }) => mayLoseItemId(message, rules)),
    }
  },

  visit: {
    end({ format, report, rules, transcript }) {
      if (rules.itemIdsUnique === true) reportSharedIds(transcript, format, report)
      if (rules.itemIdForm === undefined) return
      const firstWith = new Map<unknown, Message>()
      for (const message of transcript.messages) {
        const id = itemIdOf(message, rules)
        // Results are the client's, and few have an id: whether theirs count, the error tells.
        if (id === undefined || (message.blocks[0]?.kind === 'tool_result' && rules.itemIdsUnique !== true)) continue
        const first = firstWith.get(id)
        // An id that names a call is the business of the call ids, unless it is the same item twice.
        const isCallId = rules.itemIdForm.callIds.has(itemType(message))
        if (first !== undefined && isCallId && !isEqual(first.raw, message.raw)) continue
        if (first === undefined) firstWith.set(id, message)
        else reportRepeated(message, first, transcript, report)
      }
    },

    suspect({ kind, message, signature }, { report, rules }) {
      const held = rules.heldItemId === undefined || rules.heldItemId === itemIdOf(message, rules)
      // What a message says is suspected still when its id has gone.
      if (!held && !mayLoseItemId(message, rules)) return
      report({
        at: message,
        detail: { held },
        loss: held || kind !== 'thinking' || signature !== undefined ? 'none' : 'synthesised',
        fix: (edit) => (held ? edit.removeMessage(message) : edit.dropItemId(message)),
      })
    },
  },
})

/** Parts of one message may come from one item; what a later message says under its id is sent whole. */
function reportSharedIds({ messages }: Transcript, format: Format, report: LintContext['report']): void {
  const { itemId, write } = format
  if (itemId === undefined) return
  const homes = new Map<string, Message>()
  for (const block of messages.flatMap(({ blocks }) => blocks)) {
    const id = itemId(block)
    if (id === undefined) continue
    if (!homes.has(id)) homes.set(id, block.message)
    const whole = homes.get(id) === block.message ? undefined : write.withoutItemId?.(block)
    if (whole !== undefined)
      report({ at: block, detail: { type: block.shape.type, copy: false }, fix: (edit) => edit.replace(block, whole) })
  }
}

function reportRepeated(message: Message, first: Message, transcript: Transcript, report: LintContext['report']): void {
  const before = transcript.messages[message.index - 1]?.blocks.at(-1)
  // I11: a copy of a call that reasoning of its own leads to is another call.
  const isLed =
    message.blocks[0]?.kind === 'tool_call' && before?.kind === 'thinking' && !isRepeated(before, transcript)
  const copy = !isLed && (isEqual(message.raw, first.raw) || message.blocks[0]?.shape.pointer === true)
  report({
    at: message,
    detail: { type: itemType(message), copy },
    fix: (edit) => (copy ? edit.removeMessage(message) : edit.dropItemId(message)),
  })
}

function isRepeated(block: Block, transcript: Transcript): boolean {
  const alike = bySeal(transcript).get(block.signature) ?? []
  return alike.some(({ index, raw }) => index < block.message.index && isEqual(raw, block.raw))
}

/** Messages by what seals their first block: a history that was stored twice repeats thousands. */
const bySeal = readOnce(({ messages }: Transcript) => Map.groupBy(messages, ({ blocks }) => blocks[0]?.signature))
