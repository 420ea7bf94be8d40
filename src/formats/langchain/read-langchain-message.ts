import { createBlock } from '../../transcript/create-block.ts'
import { createMessage } from '../../transcript/create-message.ts'
import { isRecord } from '../../json/is-record.ts'
import { label } from '../mend.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import type { Block, ContentShape, Message } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import { unknownShape } from '../../transcript/block-shape.ts'
import {
  callShape,
  callTypes,
  contentShape,
  type ContentShapes,
  functionShape,
  otherContent,
  rawResultShape,
  reasoningShape,
  resultShape,
  textContent,
} from './content-shapes.ts'
import { answerItems, contentOfItems, reasoningOf, unlistedItems } from './answer-items.ts'
import { callIdOf } from './call-id-of.ts'
import { askedByItem, isItemCall } from './item-calls.ts'
import { restoredCall } from './restored-call.ts'
import { callsFieldOf, fieldOf, formOf, itemsField, kindOf, reasoningField, refusalField } from './message-fields.ts'
import { askedByPart, loneParts } from './lone-parts.ts'
import { isMovable, withoutWordsAmongCalls } from './words-among-calls.ts'
import { stringOf } from '../../json/string-of.ts'
import { unsentEntries } from './unsent-entries.ts'
import { wordsBesideMedium } from './words-beside-medium.ts'
import { saysNothing } from '../says-nothing.ts'

const roles: ReadonlyMap<unknown, Role> = new Map<unknown, Role>([
  ['human', 'user'],
  ['user', 'user'],
  ['function', 'user'],
  ['ai', 'assistant'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
  ['tool', 'tool'],
])

/** Names of roles and types from which LangChain makes messages. */
export const knownKinds: ReadonlySet<string> = new Set([...roles.keys()] as string[])

/** How a provider's package reads a message. */
export interface Reading {
  readonly shapes: ContentShapes
  /** Whether the provider accepts a `function_call`, the predecessor of tool calls. */
  readonly functions?: boolean
  /** Whether calls in the content are omitted under any name: when the list has as many, they are its copies. */
  readonly callsListed?: boolean
  /** Whether a call is sent as it stands in the content, with its entry only filling gaps. */
  readonly sendsContent?: boolean
  /** Whether calls of Gemini that stand only in the content count as calls. */
  readonly parts?: boolean
  /** Whether the items of a Responses answer are sent: with the message's reasoning, and in place of its content. */
  readonly items?: boolean
}

const anyProvider: Reading = { shapes: contentShape }

/** Reads one message in any of LangChain's forms: its content, then its `tool_calls`. A tool message is one result. */
export function readLangchainMessage(raw: unknown, index: number, reading: Reading = anyProvider): Message {
  if (formOf(raw) === 'unreadable') return createMessage(index, raw)
  const blocks: Block[] = []
  const role = roles.get(kindOf(raw)) ?? 'unknown'
  const content = fieldOf(raw, 'content')
  const said = shapeOf(content, role)
  const isInItems =
    reading.items === true && role === 'assistant' && said !== 'blocks' && contentOfItems(raw) !== undefined
  const isElsewhere = isInItems || (said === 'empty' && 'content' in withoutWordsAmongCalls({ raw }))
  const message = createMessage(index, raw, blocks, role, isElsewhere ? 'absent' : said)
  if (role === 'assistant' && reading.items) readReasoning(message, raw, blocks)
  if (role === 'tool') blocks.push(readResult(message, raw, content))
  else readContent(message, content, blocks, reading)
  // Only the model calls tools, so a message with calls and without a known role is taken for its own.
  if (role === 'assistant' || role === 'unknown') {
    const written = blocks.length
    readCalls(message, raw, blocks, reading)
    if (reading.items) readUnlisted(message, raw, blocks)
    if (blocks.length > written) copiesLast(blocks, written)
    const call = reading.functions ? fieldOf(raw, 'function_call') : undefined
    if (isRecord(call)) blocks.push(createBlock(message, 'function_call', -1, call, functionShape))
    // When content and other parts are lost, the text is restored first.
    if (reading.items && role === 'assistant' && !isInItems && blocks.every(({ kind }) => kind === 'thinking'))
      readUnsaid(message, raw, blocks)
  }
  return message
}

/** Moves blocks that repeat an entry of `tool_calls` more often than it occurs behind the others, so that they count as the copies. */
function copiesLast(blocks: Block[], said: number): void {
  const written = blocks.slice(0, said).filter(({ kind }) => kind === 'tool_call')
  if (written.length === 0) return
  const entries = new Set(blocks.slice(said).map(({ callId }) => callId))
  const copies = new Set(written.filter(({ callId }) => entries.has(callId)))
  blocks.splice(0, blocks.length, ...blocks.filter((block) => !copies.has(block)), ...copies)
}

/** A tool message is its result whatever its content; `resultProblem` judges that. */
function shapeOf(content: unknown, role: Role): ContentShape {
  if (role === 'tool') return Array.isArray(content) ? 'blocks' : 'text'
  if (Array.isArray(content)) return content.every(saysNothing) ? 'empty' : 'blocks'
  if (typeof content === 'string') return content === '' ? 'empty' : 'text'
  return content === undefined || content === null ? 'absent' : 'invalid'
}

function readResult(message: Message, raw: unknown, content: unknown): Block {
  const id = stringOf(label(fieldOf(raw, 'tool_call_id')))
  const name = stringOf(fieldOf(raw, 'name'))
  return createBlock(message, '', -1, raw, resultShape).withCall(id, name).withPayload(content)
}

function readContent(message: Message, content: unknown, blocks: Block[], reading: Reading): void {
  const field = 'content'
  if (message.content === 'text')
    blocks.push(createBlock(message, field, -1, content, textContent).withText(content as string))
  if (message.content !== 'blocks') return
  const list = content as readonly unknown[]
  const areListed = reading.callsListed === true && areAllListed(list, message)
  const alone = reading.parts === true && message.role === 'assistant' ? loneParts(message.raw) : undefined
  for (let index = 0; index < list.length; index += 1) {
    const raw = list[index]
    if (!isRecord(raw)) {
      blocks.push(createBlock(message, field, index, raw, unknownShape))
      continue
    }
    if (alone?.has(index)) {
      const { args, id, name } = askedByPart(raw)!
      const block = createBlock(message, field, index, raw, callShape)
      blocks.push(block.withCall(stringOf(id), stringOf(name)).withPayload(args ?? {}))
      continue
    }
    const isCall = message.role !== 'user' && callTypes.has(raw['type'])
    if (isCall && !areListed && !isMirror(raw, message, list.slice(0, index))) {
      const input = raw['input'] ?? raw['args'] ?? parsed(raw['arguments'])
      const block = createBlock(message, field, index, raw, callShape)
      blocks.push(block.withCall(callIdOf(raw), stringOf(raw['name'])).withPayload(input))
      continue
    }
    if (raw['type'] === 'tool_result' && message.role === 'user') {
      const block = createBlock(message, field, index, raw, rawResultShape)
      blocks.push(block.withCall(stringOf(raw['tool_use_id']), undefined).withPayload(raw['content'] ?? ''))
      continue
    }
    const apart = message.role === 'user' ? wordsBesideMedium(raw) : undefined
    if (apart !== undefined) {
      blocks.push(createBlock(message, field, index, raw, unknownShape).withPayload(apart))
      continue
    }
    const shape = reading.shapes(raw['type'], message.role)
    const thoughts = shape.kind === 'thinking' ? thoughtsOf(raw) : undefined
    const block = createBlock(message, field, index, raw, shape).withText(
      stringOf(thoughts ? thoughts.text : raw['text']),
    )
    if (thoughts) block.withSignature(stringOf(thoughts.signature))
    // A copy carries the id of its entry, so that it follows the entry's repairs.
    if (isCall) block.withCall(callIdOf(raw))
    blocks.push(block)
  }
}

/** The text and signature of reasoning, as the packages write them; the one for Converse nests both one level deeper. */
function thoughtsOf(raw: Record<string, unknown>): { readonly text: unknown; readonly signature: unknown } {
  const { data, reasoning, reasoningText: inner, redactedContent, signature, thinking } = raw
  if (isRecord(inner)) return { text: inner['text'], signature: inner['signature'] }
  return { text: thinking ?? reasoning, signature: signature ?? data ?? redactedContent }
}

function areAllListed(content: readonly unknown[], { raw }: Message): boolean {
  const calls = fieldOf(raw, callsFieldOf(raw))
  if (!Array.isArray(calls)) return false
  return content.filter((block) => isRecord(block) && callTypes.has(block['type'])).length <= calls.length
}

/** Whether a block repeats an entry of `tool_calls`, which is what clients send. A block that repeats none is a call of its own. */
function isMirror(block: Record<string, unknown>, { raw }: Message, before: readonly unknown[]): boolean {
  const calls = fieldOf(raw, callsFieldOf(raw))
  if (!Array.isArray(calls)) return false
  const id = callIdOf(block)
  const repeated = before.filter((other) => isRecord(other) && callTypes.has(other['type']) && callIdOf(other) === id)
  return calls.filter((call) => isRecord(call) && callIdOf(call) === id).length > repeated.length
}

function readCalls(message: Message, raw: unknown, blocks: Block[], { sendsContent }: Reading): void {
  const field = callsFieldOf(raw)
  const calls = fieldOf(raw, field)
  if (!Array.isArray(calls)) return
  const unsent = sendsContent && calls.length > 1 ? unsentEntries(raw) : undefined
  for (let index = 0; index < calls.length; index += 1) {
    if (unsent?.has(index)) continue
    const call: unknown = calls[index]
    // `withoutWordsAmongCalls` moves them into the content.
    if (field === 'tool_calls' && isMovable(call)) continue
    if (!isRecord(call)) {
      blocks.push(createBlock(message, field, index, call, unknownShape))
      continue
    }
    const inner = isRecord(call['function']) ? call['function'] : undefined
    const meant = (field === 'tool_calls' ? restoredCall(raw, call) : undefined) ?? call
    const name = stringOf(inner ? inner['name'] : meant['name'])
    const input = inner
      ? parsed(inner['arguments'])
      : (meant['args'] ?? call['input'] ?? parsed(call['arguments']) ?? call['args'])
    blocks.push(createBlock(message, field, index, call, callShape).withCall(callIdOf(call), name).withPayload(input))
  }
}

/** Reads reasoning that OpenAI has encrypted or keeps: other reasoning in the content is not sent with it. */
function readReasoning(message: Message, raw: unknown, blocks: Block[]): void {
  const item = reasoningOf(raw)
  if (item === undefined) return
  const block = createBlock(message, reasoningField, -1, item, reasoningShape).withText(stringOf(item['id']))
  block.withSignature(stringOf(item['encrypted_content']))
  blocks.push(block)
}

/** Reads calls that are sent from the kept items although `tool_calls` lacks them. */
function readUnlisted(message: Message, raw: unknown, blocks: Block[]): void {
  for (const [index, item] of unlistedItems(raw)) {
    const { args, name } = askedByItem(item) ?? { name: item['name'], args: parsed(item['arguments']) }
    const block = createBlock(message, itemsField, index, item, callShape)
    blocks.push(block.withCall(callIdOf(item), stringOf(name)).withPayload(args))
  }
}

/** Reads what a message without text and calls still says: the model's refusal, and items that are sent as they are kept. */
function readUnsaid(message: Message, raw: unknown, blocks: Block[]): void {
  const refusal = fieldOf(raw, refusalField)
  if (typeof refusal === 'string' && refusal !== '')
    blocks.push(createBlock(message, refusalField, -1, refusal, otherContent))
  for (const [index, item] of answerItems(raw).entries())
    if (item['type'] !== 'reasoning' && !isItemCall(item))
      blocks.push(createBlock(message, itemsField, index, item, otherContent))
}

/** Plain messages may carry calls in the form of the Chat Completions API; LangChain parses their arguments. */
function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  const value = parsedJson(text)
  // Cut arguments stay text, which `tool_call_input_invalid` completes.
  return value === undefined ? text : value
}
