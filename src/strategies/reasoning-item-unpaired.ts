import type { Rules } from '../formats/rules.ts'
import { readOnce } from '../json/read-once.ts'
import { itemIdOf, itemType, mayLoseItemId, pointsToReasoning } from '../lint/pairing/item-id.ts'
import type { LintContext } from '../lint/lint-context.ts'
import type { Block, Message } from '../transcript/transcript.ts'
import { renameCall } from './shared/rename-call.ts'
import { MessageOfItems } from '../lint/pairing/message-of-items.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const reasoningItemUnpairedMeta: FaultMeta = {
  title: 'a reasoning item without its partner',
  meaning: 'An OpenAI Responses reasoning item and its item are separated.',
  repair: 'Both stay, or both go.',
  mayLose: 'The reasoning item, or the form of its partner.',
  says: "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
  link: 'https://platform.openai.com/docs/guides/reasoning',
  frequent: true,
}

/**
 * An OpenAI Responses reasoning item and its item are separated.
 *
 * Repair: a reasoning item whose item is gone goes too; an item whose reasoning is gone loses its id, so that the server does
 * not know it any more. The item itself always stays (I11); a mere reference has nothing but its id, and goes.
 */
export const reasoningItemUnpaired: Strategy<'reasoning_item_unpaired'> = defineStrategy({
  type: 'reasoning_item_unpaired',

  learn: ({ rules, text }) => {
    const lacksReasoning = /required '?reasoning/i.test(text)
    return {
      certain: lacksReasoning,
      suspects: (block) => {
        if (block.kind === 'thinking' || pointsToReasoning(block, rules)) return !lacksReasoning
        return lacksReasoning && itemIdOf(block.message, rules) !== undefined
      },
      together: (named, all, { messages }) => {
        const first = named[0]!.message.index
        const led = ledByReasoning(messages, rules)
        // An application that strips reasoning strips all of it; what the server has passed before can stay.
        return all.filter(({ message }) => message.index >= first && !led.has(message))
      },
    }
  },

  visit: {
    thinking(block, context) {
      const { format, report, rules, purpose } = context
      if (rules.reasoningFollowed === undefined) return
      const isItem = block.field === ''
      const id = isItem ? itemIdOf(block.message, rules) : format.itemId?.(block)
      if (id === undefined && (!isItem || rules.reasoningFollowed === 'identified')) return
      if (isItem && rules.itemsAsMessages === true && joinsCalls(context).has(block.message)) return
      const next = isItem ? itemBehind(block, context) : partBehind(block, id, context)
      // In a store, the response may still be coming in.
      if (next === undefined ? purpose === 'stored' : next.role === 'assistant' || isUnsettled(next)) return
      report({
        at: block,
        detail: { reason: next === undefined ? 'last item' : `followed by ${isItem ? itemType(next) : next.role}` },
        loss: 'synthesised',
        fix: (edit) => edit.giveUpThinking(block),
      })
    },

    suspect(block, context) {
      const { report, rules } = context
      if (block.kind === 'thinking') {
        report({ at: block, loss: 'synthesised', fix: (edit) => edit.giveUpThinking(block) })
      } else if (block.shape.pointer === true) {
        report({ at: block, loss: 'synthesised', fix: (edit) => edit.dropItemId(block.message) })
      } else if (mayLoseItemId(block.message, rules)) {
        report({ at: block, fix: (edit) => edit.dropItemId(block.message) })
      } else if (block.kind === 'tool_call') {
        report({ at: block, fix: (edit) => renameCall(edit, block, context) })
      }
    },
  },
})

/** Whose it is shows when its role has been repaired, in the next pass: `model` is the assistant. */
function isUnsettled({ blocks, role }: Message): boolean {
  return role === 'unknown' && blocks.length > 0 && blocks.every(({ kind }) => kind !== 'unknown')
}

/** The items of the steps that still have their reasoning: a step of the model ends where someone else speaks. */
function ledByReasoning(messages: readonly Message[], rules: Rules): ReadonlySet<Message> {
  const led = new Set<Message>()
  let isLed = false
  for (const message of messages) {
    const block = message.blocks[0]
    if (message.role !== 'assistant') isLed = false
    else if (block?.kind === 'thinking' || (block && pointsToReasoning(block, rules))) isLed = true
    if (isLed) led.add(message)
  }
  return led
}

/**
 * The message of the first part behind a run of reasoning parts. Those of one message that share an id are one item, where the
 * first of them stands.
 */
function partBehind(block: Block, id: unknown, context: LintContext): Message | undefined {
  const { blocks } = block.message
  const first = blocks.findIndex((part) => part.kind === 'thinking' && context.format.itemId?.(part) === id)
  const isFollowed = blocks.some(({ kind }, index) => index > first && kind !== 'thinking')
  return isFollowed ? block.message : itemBehind(block, context)
}

/** The first item behind a run of reasoning items that will stay where it is: what other repairs move or drop does not count. */
function itemBehind(block: Block, context: LintContext): Message | undefined {
  return itemsBehind(context)[block.message.index + 1]
}

/** The reasoning that goes out in one message with the calls before it: it needs nothing behind it. */
const joinsCalls = readOnce(({ transcript }: LintContext): ReadonlySet<Message> => {
  const written = new MessageOfItems()
  return new Set(
    transcript.messages.filter((message) => {
      written.add(message, message.role === 'assistant')
      return written.asks && message.blocks[0]?.kind === 'thinking'
    }),
  )
})

/** For each index the first item from there on that stays. */
const itemsBehind = readOnce(({ pairing, rules, transcript: { messages } }: LintContext) => {
  const leaving = new Set([
    ...pairing.displaced.map(({ result }) => result),
    ...pairing.duplicates.map(({ loser }) => loser),
    ...pairing.orphans,
  ])
  const isLeaving = ({ blocks, content }: Message): boolean => {
    if (blocks.length === 0) return content === 'invalid'
    return blocks.every(
      (other) => other.kind === 'thinking' || rules.lastTypes?.has(other.shape.type) === true || leaving.has(other),
    )
  }
  const known: (Message | undefined)[] = Array.from({ length: messages.length + 1 }, () => undefined)
  for (let index = messages.length - 1; index >= 0; index -= 1)
    known[index] = isLeaving(messages[index]!) ? known[index + 1] : messages[index]
  return known
})
