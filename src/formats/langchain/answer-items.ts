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

/** Where @langchain/openai keeps the ids under which OpenAI keeps the calls of an answer. */
const callIdsKey = '__openai_function_call_ids__'

/**
 * The items of an answer of the Responses API, streamed or not. @langchain/openai sends them in place of all that the message says; none
 * where it does not.
 */
export function answerItems(raw: unknown): readonly Fields[] {
  const items = listOf(fieldOf(raw, itemsField))
  const areSent = items.every((item) => isRecord(item) && typeof item['type'] === 'string') && !isStandard(raw)
  return areSent ? (items as readonly Fields[]) : []
}

/** The reasoning that is sent before what a message says, as an item of the Responses API. */
export function reasoningOf(raw: unknown): Fields | undefined {
  const kept = fieldOf(raw, reasoningField)
  const item = isRecord(kept) ? kept : answerItems(raw).find(({ type }) => type === 'reasoning')
  return isStandard(raw) ? undefined : item
}

/** Calls of the items that no entry of `tool_calls` repeats, with their places; they are sent for all that. */
export function unlistedItems(raw: unknown): readonly (readonly [index: number, item: Fields])[] {
  const items = answerItems(raw)
  if (items.length === 0) return []
  const listed = new Set(idsOfCalls(raw))
  const calls = [...items.entries()].filter(([, item]) => isItemCall(item))
  // What the list has beside them tells that they are not what the message says any more.
  if (hasOthers(raw, items)) return []
  return calls.filter(([, item]) => typeof item['call_id'] === 'string' && !listed.has(item['call_id']))
}

/**
 * Fields of a message that is sent by the items of its answer, where those and what it says have come apart: words that are lost in one
 * of the two stand in the other, and items that are no longer what it says are not sent. So do those that another message has sent
 * already, and those that nobody keeps.
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

/** What a message has lost of its words, and its items still say. */
export function contentOfItems(raw: unknown): readonly unknown[] | undefined {
  const said = textsOf(answerItems(raw)).filter(Boolean)
  const content = fieldOf(raw, 'content')
  return said.length > 0 && (isDamaged(content) || !wordsIn(content).some(Boolean)) ? said.map(textPart) : undefined
}

/**
 * The message without the items of its answer, so that what it says is sent. Calls keep no ids that lead to reasoning which is not sent,
 * and a refusal that they alone say is said by the message.
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

/** The message with another content; what its items say goes with that, unless those are its words still. */
export function withContent(raw: unknown, content: unknown): unknown {
  // An instance whose content is null the packages cannot read.
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

/** Nothing that OpenAI keeps under an id: what the message says is sent as new. */
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
 * Whether the list of calls has one that is not among the items, so that it would not be sent. One that has lost its id may be any of
 * them.
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

/** No list and no text, or a text in it that is none. */
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

/** Items without those that say the same as another with their id. */
function withoutRepeats(items: readonly Fields[]): readonly Fields[] {
  const first = new Map<unknown, Fields>()
  return items.filter((item) => {
    const { id } = item
    const before = typeof id === 'string' ? first.get(id) : undefined
    if (before === undefined) first.set(id, item)
    return before === undefined || !isEqual(before, item)
  })
}

/** Whether two items have one id. */
function hasTwins(items: readonly Fields[]): boolean {
  const ids = idsIn(items)
  return new Set(ids).size < ids.length
}

/** The place of the message that was the first to hold an item: a program may have sent one object twice. */
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
