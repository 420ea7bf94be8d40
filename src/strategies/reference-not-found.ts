import type { RequestBody } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { isSpokenItem, itemIdOf, itemType, mayLoseItemId } from '../lint/pairing/item-id.ts'
import { isSpeech } from '../transcript/is-speech.ts'
import { isRecord } from '../json/is-record.ts'
import { fullText } from './shared/full-text.ts'
import { serverCallAsText } from './shared/server-call-as-text.ts'
import { isQuoted } from '../lint/is-quoted.ts'
import { namedAndBehind } from '../lint/named-and-behind.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'
import { defineStrategy, type Lesson, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'

export const referenceNotFoundMeta: FaultMeta = {
  title: 'a reference to state that the server has dropped',
  meaning: 'The request continues from state that the server no longer holds (item, previous response, thread).',
  repair: 'Replay the full conversation from the message store without the reference.',
  says: "Previous response with id 'resp_1' not found.",
  link: 'https://platform.openai.com/docs/guides/conversation-state',
}

/**
 * The request continues from state that the server no longer holds (item, previous response, thread).
 *
 * Repair: where the list holds the whole conversation, the reference goes, and what only the server could have completed
 * with it. Where it does not, dropping the reference loses what came before: the adapters replay it from their store, and
 * here it happens only with consent.
 */
export const referenceNotFound: Strategy<'reference_not_found'> = defineStrategy({
  type: 'reference_not_found',

  learn: ({ request, rules, text, transcript }) => {
    const isContainer = /\bcontainer\b|\bcntr_/i.test(text)
    const isHistory = /previous|response|conversation|thread/i.test(text.replace(/https?:\S+/g, ''))
    if (isContainer && isNamed(request['container']))
      return { rules: { historyLost: true, historyFields: ['container'] } }
    if ((isHistory || isContainer) && historyIn(rules, request).length > 0) return { rules: { historyLost: true } }
    if (isContainer) return containersGone(text, transcript)
    const isUnkept = /not persisted/i.test(text)
    return {
      suspects: ({ message }) => itemIdOf(message, rules) !== undefined,
      // What is lost with reasoning is no text; a pointer is given up only when it is named, stands in the turn of what is, or nothing is kept.
      together: (named, all, transcript) => [
        ...(named.every(isBareThinking) ? namedAndBehind(named, all.filter(isBareThinking), transcript) : named),
        ...named.flatMap((block) => ofItsTurn(block, transcript.messages, rules)),
        ...(named.some((block) => !isPointer(block)) ? wholeBehind(named, all, transcript) : []),
        ...(isUnkept || (named.some(isPointer) && isSecond(named[0]!, all, transcript)) ? all.filter(isPointer) : []),
      ],
      // Where items have no id of their own form, a package keeps it beside what they say, and sends that alone.
      ...((isUnkept || (rules.itemIdForm === undefined && !isHistory)) && { rules: { itemsKept: false } }),
    }
  },

  visit: {
    block(block, { format, pairing, report, rules }) {
      const { withoutItemId } = format.write
      if (rules.itemsKept !== false || withoutItemId === undefined || isServerOutput(block)) return
      const output = block.kind === 'tool_call' ? pairing.resultOf.get(block) : undefined
      // What a tool of the provider gave back is sent as a reference in any case.
      if (output !== undefined && isServerOutput(output)) {
        report({
          at: block,
          detail: { reason: 'not kept by the server' },
          loss: 'synthesised',
          fix: (edit) => serverCallAsText(edit, block, output, format),
        })
        return
      }
      const whole = withoutItemId(block)
      if (whole === undefined) return
      report({ at: block, detail: { reason: 'sent by its id alone' }, fix: (edit) => edit.replace(block, whole) })
    },

    thinking(block, { report, rules }) {
      // Nobody keeps the ids.
      if (rules.itemsKept !== false || !isBareThinking(block) || itemIdOf(block.message, rules) === undefined) return
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
      // Of a machine no list holds anything: what was run on it and printed stands there.
      const isWhole =
        fields[0] === 'container' ||
        (transcript.messages.some(({ role }) => role === 'assistant') && pairing.elsewhere.length === 0)
      const isEmpty = transcript.messages.length === 0
      report({
        at: null,
        detail: { fields: fields.join(' '), whole: isWhole },
        loss: isWhole ? 'none' : 'lossy',
        ...(!isEmpty && {
          fix: (edit) => edit.setRequest(Object.fromEntries(fields.map((field) => [field, withoutId(request[field])]))),
        }),
      })
    },

    suspect(block, { format, report, rules }) {
      const { message } = block
      if (rules.containersGone === true) {
        const text = fullText(block, format)
        report({
          at: block,
          detail: { type: itemType(message) },
          loss: 'synthesised',
          fix: (edit) => edit.tell(block, text),
        })
        return
      }
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

/** What else an object asks for than the id that is gone. */
function withoutId(value: unknown): unknown {
  const { id: _id, ...rest } = isRecord(value) ? value : {}
  return Object.keys(rest).length > 0 ? rest : undefined
}

/** The machine on which a tool of the provider ran is gone after some minutes: what was run and printed stays as text. */
function containersGone(text: string, { messages }: Transcript): Lesson {
  // Which of them is gone is told only where it is one of these.
  const isMeant = (block: Block | undefined): boolean => isQuoted((block && containerOf(block)) ?? '', text)
  const isTold = messages.some(({ blocks: [block] }) => isMeant(block))
  return {
    rules: { containersGone: true },
    suspects: (block) => containerOf(block) !== undefined && (!isTold || isMeant(block)),
    certain: true,
    together: (_, all) => all,
  }
}

function containerOf({ raw }: Block): string | undefined {
  const id = isRecord(raw) ? raw['container_id'] : undefined
  return typeof id === 'string' ? id : undefined
}

/**
 * One reference may be gone by itself. Where that before it is gone, too, so that what a user said was never answered, and this is the
 * first that is left, nothing says that the server keeps any.
 */
function isSecond({ message }: Block, all: readonly Block[], { messages }: Transcript): boolean {
  if (all.find(isPointer)?.message !== message) return false
  const before = messages.slice(0, message.index).filter(({ role }) => role !== 'system')
  return before.some(({ role }, index) => role === 'user' && before[index + 1]?.role === 'user')
}

/**
 * Ids that another account or server has made come by the dozen, and what the list holds whole does without, whatever was named first.
 * What reasoning leads to keeps the id as long as that has one and stays: the server knows the two as a pair.
 */
function wholeBehind(named: readonly Block[], all: readonly Block[], { messages }: Transcript): readonly Block[] {
  const first = named[0]!.message.index
  const isLed = (block: Block): boolean => {
    let at = block.message.index - 1
    while (messages[at]?.role === 'assistant' && !messages[at]!.blocks.some(isThought)) at -= 1
    return !isThought(block) && messages[at]?.blocks.some(isUnsealed) === true
  }
  return all.filter((block) => block.message.index > first && isWhole(block) && !isUnsealed(block) && !isLed(block))
}

/**
 * The references behind one that is gone, up to the next message of the user: what a turn has left is of one age and of one account. A
 * message that nothing but calls or another message stands before may be the user's.
 */
function ofItsTurn(block: Block, messages: readonly Message[], rules: Rules): readonly Block[] {
  if (!isBareThinking(block) && (!isPointer(block) || pointsToSpeech(block, rules))) return []
  const gone: Block[] = []
  let leads = isBareThinking(block) || isSpokenItem(block.message, rules)
  for (let at = block.message.index + 1; at < messages.length; at += 1) {
    const message = messages[at]!
    const next = message.blocks[0]
    if (message.role === 'user' && message.blocks.some(isSpeech)) break
    if (next === undefined || !isPointer(next)) continue
    const isSaid = pointsToSpeech(next, rules)
    if (isSaid && !leads) break
    gone.push(next)
    leads = !isSaid && isSpokenItem(message, rules)
  }
  return gone
}

/** Whether a reference may lead to a message: its id does not say that it is anything else. */
function pointsToSpeech({ message }: Block, rules: Rules): boolean {
  const id = String(itemIdOf(message, rules))
  const prefixes = Object.entries(rules.itemIdForm?.prefixes ?? {})
  return !prefixes.some(([type, prefix]) => type !== 'message' && id.startsWith(`${prefix}_`))
}

function isPointer({ shape }: Block): boolean {
  return shape.pointer === true
}

function isThought({ kind }: Block): boolean {
  return kind === 'thinking'
}

function isUnsealed(block: Block): boolean {
  return isThought(block) && block.signature === undefined
}

function isWhole(block: Block): boolean {
  return !isPointer(block) && !isBareThinking(block)
}

function isServerOutput({ kind, shape }: Block): boolean {
  return kind === 'tool_result' && shape.server
}

function historyIn({ historyFields = [] }: Rules, request: RequestBody): readonly string[] {
  return historyFields.filter((field) => isNamed(request[field]))
}

/** A machine may be asked for by its skills alone. */
function isNamed(value: unknown): boolean {
  return isRecord(value) ? value['id'] !== undefined : value !== undefined && value !== null
}

/** Reasoning of which the list holds nothing but the id; some servers give it as plain text, without ids of their own. */
function isBareThinking({ field, kind, payload, signature }: Block): boolean {
  const hasContent = Array.isArray(payload) && payload.length > 0
  return kind === 'thinking' && field === '' && signature === undefined && !hasContent
}
