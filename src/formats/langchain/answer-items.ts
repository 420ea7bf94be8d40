import { isEqual } from '../../json/is-equal.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { readOnce } from '../../json/read-once.ts'
import { stringOf } from '../../json/string-of.ts'
import { textPart } from '../text-part.ts'
import type { Message, Transcript } from '../../transcript/transcript.ts'
import type { Rules } from '../rules.ts'
import { isItemCall } from './item-calls.ts'
import { fieldOf, isStandard, itemsField, reasoningField, refusalField, withMessageField } from './message-fields.ts'

type Fields = Readonly<Record<string, unknown>>

/** The key under which @langchain/openai keeps OpenAI's item ids of an answer's calls. */
const callIdsKey = '__openai_function_call_ids__'

/**
 * The items of a Responses answer, streamed or not, which @langchain/openai sends in place of the message's content; empty when it sends
 * the content.
 */
export function answerItems(raw: unknown): readonly Fields[] {
  const items = listOf(fieldOf(raw, itemsField))
  const areSent = items.every((item) => isRecord(item) && typeof item['type'] === 'string') && !isStandard(raw)
  return areSent ? (items as readonly Fields[]) : []
}

/** The reasoning that is sent before the content of a message, as a Responses item. */
export function reasoningOf(raw: unknown): Fields | undefined {
  const kept = fieldOf(raw, reasoningField)
  const item = isRecord(kept) ? kept : answerItems(raw).find(({ type }) => type === 'reasoning')
  return isStandard(raw) ? undefined : item
}

/** Calls among the items that no entry of `tool_calls` repeats, with their indexes; they are sent all the same. */
export function unlistedItems(raw: unknown): readonly (readonly [index: number, item: Fields])[] {
  const items = answerItems(raw)
  if (items.length === 0) return []
  const listed = new Set(idsOfCalls(raw))
  const calls = [...items.entries()].filter(([, item]) => isItemCall(item))
  // Further calls in the list show that the items no longer represent the message.
  if (hasOthers(raw, items)) return []
  return calls.filter(([, item]) => typeof item['call_id'] === 'string' && !listed.has(item['call_id']))
}

/**
 * Fields of a message whose answer items and content disagree: words that one of them lost are restored from the other, and items that no
 * longer match the content are dropped. So are items that another message has sent already, and items that the server does not keep.
 */
export function withAnswerInStep(
  { index, raw }: Message,
  transcript: Transcript,
  { itemsKept }: Rules,
): Readonly<Record<string, unknown>> {
  const items = answerItems(raw)
  const reasoning = reasoningOf(raw)
  if (items.length === 0 && reasoning === undefined) return {}
  const once = withoutRepeats(items)
  if (once.length < items.length) return pick(raw, withMessageField(raw, itemsField, once))
  const home = homesOf(transcript)
  const isSecond = hasTwins(items) || idsOf(raw).some((id) => home.get(id) !== index)
  const isUnkept = itemsKept === false && reasoning !== undefined && typeof reasoning['encrypted_content'] !== 'string'
  const content = contentOfItems(raw)
  const said = content === undefined ? {} : { content }
  if (isSecond || isUnkept) return { ...withoutAnswer(raw), ...said }
  if (items.length === 0) return {}
  const isAside = reasoning !== undefined && !items.some(({ id }) => id === reasoning['id'])
  if (isAside || hasOthers(raw, items)) return { ...pick(raw, withoutItems(raw)), ...said }
  return said
}

/** The content that a message has lost, restored from its items. */
export function contentOfItems(raw: unknown): readonly unknown[] | undefined {
  const said = textsOf(answerItems(raw)).filter(Boolean)
  const content = fieldOf(raw, 'content')
  return said.length > 0 && (isDamaged(content) || !wordsIn(content).some(Boolean)) ? said.map(textPart) : undefined
}

/**
 * The message without its answer items, so that its content is sent. Its calls lose item ids that lead to unsent reasoning, and a refusal
 * that only the items hold moves into the message.
 */
export function withoutItems(raw: unknown): unknown {
  const items = answerItems(raw)
  if (items.length === 0) return raw
  const bare = withMessageField(raw, itemsField, undefined)
  const refusal = fieldOf(raw, refusalField) ? undefined : refusalIn(items)
  const told = refusal === undefined ? bare : withMessageField(bare, refusalField, refusal)
  const kept = fieldOf(raw, reasoningField)
  const isLost = items.some(({ id, type }) => type === 'reasoning' && !(isRecord(kept) && kept['id'] === id))
  return isLost ? withoutCallIds(told) : told
}

/** The message with another content; items that no longer match it are dropped. */
export function withContent(raw: unknown, content: unknown): unknown {
  // The packages cannot read an instance whose content is null.
  const next = withMessageField(raw, 'content', content ?? '')
  const words = JSON.stringify(wordsIn(content))
  const isSame = [wordsIn(fieldOf(raw, 'content')), textsOf(answerItems(raw))].some(
    (said) => JSON.stringify(said) === words,
  )
  return isSame ? next : withoutItems(next)
}

function wordsIn(content: unknown): readonly unknown[] {
  if (typeof content === 'string') return content === '' ? [] : [content]
  return listOf(content).flatMap((part) => (isRecord(part) && typeof part['text'] === 'string' ? [part['text']] : []))
}

function withoutCallIds(raw: unknown): unknown {
  const beside = fieldOf(raw, 'additional_kwargs')
  if (!isRecord(beside) || !(callIdsKey in beside)) return raw
  const { [callIdsKey]: _ids, ...rest } = beside
  return withMessageField(raw, 'additional_kwargs', rest)
}

/** The message without anything that OpenAI keeps under an id: its content is sent as new. */
export function withoutKept(raw: unknown): unknown {
  return withoutCallIds(withMessageField(withoutItems(raw), reasoningField, undefined))
}

function withoutAnswer(raw: unknown): Readonly<Record<string, unknown>> {
  return pick(raw, withoutKept(raw))
}

function pick(before: unknown, after: unknown): Readonly<Record<string, unknown>> {
  const changed = ['response_metadata', 'additional_kwargs'].filter(
    (name) => fieldOf(before, name) !== fieldOf(after, name),
  )
  return Object.fromEntries(changed.map((name) => [name, fieldOf(after, name)]))
}

/**
 * Whether `tool_calls` has a call that the items lack, so that it would not be sent. A call that has lost its id may be any of them.
 */
function hasOthers(raw: unknown, items: readonly Fields[]): boolean {
  const calls = items.filter(({ call_id: id, type }) => typeof id === 'string' && String(type).endsWith('_call'))
  const sent = new Set<unknown>(calls.map(({ call_id: id }) => id))
  const ids = idsOfCalls(raw)
  const listed = new Set(ids.filter((id) => typeof id === 'string' && id !== ''))
  const lost = ids.filter((id) => typeof id !== 'string' || id === '')
  return listed.size + lost.length > calls.length || [...listed].some((id) => !sent.has(id))
}

function idsOfCalls(raw: unknown): readonly unknown[] {
  return listOf(fieldOf(raw, 'tool_calls')).flatMap((call) => (isRecord(call) ? [call['id']] : []))
}

/** Whether the content is neither a list nor a text, or holds a text part without text. */
function isDamaged(content: unknown): boolean {
  if (typeof content === 'string') return false
  return (
    !Array.isArray(content) ||
    content.some((part) => isRecord(part) && part['type'] === 'text' && typeof part['text'] !== 'string')
  )
}

function textsOf(items: readonly Fields[]): readonly string[] {
  return saidIn(items, 'text')
}

function refusalIn(items: readonly Fields[]): string | undefined {
  return saidIn(items, 'refusal').at(-1)
}

function saidIn(items: readonly Fields[], field: 'text' | 'refusal'): readonly string[] {
  const parts = items.flatMap(({ content, type }) => (type === 'message' ? listOf(content) : []))
  return parts.flatMap((part) => {
    const said = isRecord(part) ? stringOf(part[field]) : undefined
    return said === undefined ? [] : [said]
  })
}

/** Items without later ones that have the same id and content. */
function withoutRepeats(items: readonly Fields[]): readonly Fields[] {
  const first = new Map<unknown, Fields>()
  return items.filter((item) => {
    const { id } = item
    const before = typeof id === 'string' ? first.get(id) : undefined
    if (before === undefined) first.set(id, item)
    return before === undefined || !isEqual(before, item)
  })
}

/** Whether two items share an id. */
function hasTwins(items: readonly Fields[]): boolean {
  const ids = idsIn(items)
  return new Set(ids).size < ids.length
}

/** The first message that holds an item, by index: a program may have sent one object twice. */
const homesOf = readOnce(({ messages }: Transcript) => {
  const homes = new Map<string, number>()
  for (const { index, raw, role } of messages)
    if (role === 'assistant') for (const id of idsOf(raw)) if (!homes.has(id)) homes.set(id, index)
  return homes
})

function idsOf(raw: unknown): readonly string[] {
  const reasoning = reasoningOf(raw)
  return idsIn([...(reasoning ? [reasoning] : []), ...answerItems(raw)])
}

function idsIn(items: readonly Fields[]): readonly string[] {
  return items.map(({ id }) => id).filter((id) => typeof id === 'string')
}
