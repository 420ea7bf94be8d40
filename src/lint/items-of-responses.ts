import type { ItemIdForm } from '../formats/rules.ts'
import { isRecord } from '../json/is-record.ts'
import { readOnce } from '../json/read-once.ts'
import type { Block, Transcript } from '../transcript/transcript.ts'
import { CallsElsewhere } from './pairing/calls-elsewhere.ts'
import { freshItemId, itemType, mayLoseItemId, pointsToReasoning } from './pairing/item-id.ts'
import type { ItemEdit, KeptItems } from './pairing/kept-items.ts'
import { namedItems } from './named-items.ts'

/** The items of the Responses API. */
export const itemsOfResponses: KeptItems = {
  callsElsewhere: (rules) => new CallsElsewhere(rules),

  forgetResponse(reasoning, edit, transcript, rules) {
    const form = rules.itemIdForm
    if (form === undefined) return forgetParts(reasoning, edit)
    const { index } = reasoning.message
    const { messages } = transcript
    for (let next = index + 1; next < messages.length; next += 1) {
      const message = messages[next]!
      const block = message.blocks[0]
      if (message.role !== 'assistant' || block?.kind === 'thinking') break
      if (block && pointsToReasoning(block, rules)) break
      if (mayLoseItemId(message, rules)) edit.dropItemId(message)
      else if (form.callIds.has(itemType(message))) {
        const call = message.blocks[0]!
        edit.renameCall(call, freshItemId(message, form, transcript), answerTo(call, transcript))
      }
    }
  },

  placeBeside(index, { messages }) {
    let lead = index
    while (messages[lead - 1]?.blocks[0]?.kind === 'thinking' && messages[lead - 1]!.content === 'none') lead -= 1
    return lead < index ? lead : undefined
  },

  dropItemId(message, edit, transcript, rules) {
    const form = rules.itemIdForm
    if (form === undefined) return
    const block = message.blocks[0]
    if (block?.shape.pointer === true) {
      edit.remove(block)
      if (pointsToReasoning(block, rules)) itemsOfResponses.forgetResponse(block, edit, transcript, rules)
    } else if (block?.kind === 'thinking' && block.signature === undefined) edit.giveUpThinking(block)
    else {
      const isDemanded = form.demanded.has(itemType(message))
      edit.setField(message, form.field, isDemanded ? freshItemId(message, form, transcript) : undefined)
    }
  },

  renameApproved({ callId }, id, edit, transcript, { itemIdForm: form }) {
    if (form === undefined || !callId) return
    for (const message of approvedIn(form)(transcript).get(callId) ?? []) edit.setField(message, form.approvedBy, id)
  },

  namedItems,
}

/** The same where each item is a part of a message, with its id beside what it says. */
function forgetParts({ index, message }: Block, edit: ItemEdit): void {
  for (const block of message.blocks) {
    if (block.index <= index || block.kind === 'tool_result') continue
    if (block.kind === 'thinking' || block.shape.opens !== undefined) break
    // What the provider ran is nothing without its reference: the next refusal tells of it.
    if (block.shape.server) continue
    const whole = edit.write.withoutItemId?.(block)
    if (whole !== undefined) edit.replace(block, whole)
  }
}

/** The result behind a call that has its id. */
function answerTo(call: Block, transcript: Transcript): Block | undefined {
  return resultsById(transcript)
    .get(call.callId)
    ?.find(({ message }) => message.index > call.message.index)
}

const resultsById = readOnce(({ messages }: Transcript) =>
  Map.groupBy(
    messages.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'tool_result')),
    ({ callId }) => callId,
  ),
)

/** By the id of the call whose approval each names; results name theirs as the call that they answer. */
const approvedIn = readOnce(({ approvedBy }: ItemIdForm) =>
  readOnce(({ messages }: Transcript) =>
    Map.groupBy(
      messages.filter(({ blocks }) => blocks[0]?.kind !== 'tool_result'),
      ({ raw }) => (isRecord(raw) ? raw[approvedBy] : undefined),
    ),
  ),
)
