import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import { sayingsIn } from '../../transcript/sayings-in.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { ownValue } from '../../json/own-value.ts'
import { withField } from '../../json/with-field.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { type ForeignMedium, foreignMedium } from '../../media/foreign-medium.ts'
import { wordsBeside } from '../../media/words-beside.ts'
import type { FormatWriter } from '../format.ts'
import { isBlankPart } from '../result-parts.ts'
import { blockShapes } from './block-shapes.ts'
import { canonicalDocument } from './canonical-document.ts'
import { withMedia } from './media.ts'
import { textOrJson } from '../../json/text-or-json.ts'

/** Builds blocks and messages of Converse. */
export const converseWriter: FormatWriter = {
  text: (text) => ({ text }),
  message: (role, blocks) => ({ role, content: blocks }),
  call: ({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } }),
  result: (call, { content, isError }) => ({
    toolResult: {
      toolUseId: call.callId,
      content: resultContent(content),
      ...(isError && { status: 'error' }),
    },
  }),
  withCallId: (block, id) => withInner(block, 'toolUseId', id),
  withName: (block, name) => withInner(block, 'name', name),
  withInput: (block, input) => withInner(block, 'input', input),
  withResultContent: (block, text) => withInner(block, 'content', readableContent(block.payload, text)),
  withSignature: (block, signature) => {
    const reasoning = (block.payload as Record<string, unknown>)['reasoningText']
    return withInner(block, 'reasoningText', withField(reasoning, 'signature', signature))
  },
  withMedia,
  withoutReferences: (block) => block.raw,
  merge: (messages) => withField(messages[0]!.raw, 'content', resultsFirst(messages)),
  withText: (block, text) => withField(block.raw, 'text', text),
  withField,
  withWholeText: (raw, text) =>
    isRecord(raw) ? withField(raw, 'content', [{ text }]) : { role: 'user', content: [{ text }] },
  plainText,
  rescue,
  resultBlocks: (block) =>
    Array.isArray(block.payload)
      ? block.payload.filter((part) => isRecord(part) && ('image' in part || 'document' in part || 'video' in part))
      : [],
  liftSystem: ({ system }, texts) => ({
    system: [...listOf(system), ...texts.map((text) => ({ text }))],
  }),
  defineTools: ({ toolConfig }, names) => {
    const config = isRecord(toolConfig) ? toolConfig : {}
    const tools = listOf(config['tools'])
    const added = names.map((name) => ({ toolSpec: { name, inputSchema: { json: { type: 'object' } } } }))
    return { toolConfig: { ...config, tools: [...tools, ...added] } }
  },
}

function withInner(block: Block, field: string, value: unknown): unknown {
  const { type } = block.shape
  return withField(block.raw, type, withField((block.raw as Record<string, unknown>)[type], field, value))
}

function resultContent(content: unknown): unknown {
  if (Array.isArray(content)) return content
  return [
    isRecord(content) ? { json: content } : { text: typeof content === 'string' ? content : JSON.stringify(content) },
  ]
}

/** The content with its legal parts kept; a `json` that is no object, and anything that is no part, becomes text. */
function readableContent(payload: unknown, text: string): unknown[] {
  if (isRecord(payload)) return [isResultPart(payload) ? payload : { json: payload }]
  if (!Array.isArray(payload) || payload.length === 0) return text === '' ? [] : [{ text }]
  const parts = payload
    .filter((part) => !isBlankPart(part))
    .flatMap((part: unknown): unknown => {
      if (isResultPart(part)) return hasStranger(part) ? alone(part as Record<string, unknown>) : part
      const members = isRecord(part)
        ? Object.entries(part).filter(([key, value]) => ownValue(resultParts, key)?.(value) === true)
        : []
      if (members.length > 1) return members.map(([key, value]) => ({ [key]: value }))
      if (isRecord(part) && part['json'] !== undefined) return { text: textOrJson(part['json']) }
      return isRecord(part) ? { json: part } : { text: textOrJson(part) }
    })
  return parts.length > 0 ? parts : [{ text: marked(syntheticText.noOutput) }]
}

const resultParts: Readonly<Record<string, (value: unknown) => boolean>> = {
  json: isRecord,
  text: (value) => typeof value === 'string',
  image: isRecord,
  document: isRecord,
  video: isRecord,
  searchResult: isRecord,
}

/** Whether a value is one member of the `ToolResultContentBlock` union; keys that are no member are ignored by the API, as in a block. */
export function isResultPart(part: unknown): boolean {
  if (!isRecord(part)) return false
  const set = Object.keys(resultParts).filter((key) => part[key] !== undefined && part[key] !== null)
  return set.length === 1 && resultParts[set[0]!]!(part[set[0]!])
}

/** Whether a part has a key that is no member of the union, or a null member. */
export function hasStranger(part: unknown): boolean {
  return isRecord(part) && Object.keys(part).some((key) => part[key] !== undefined && !isMember(part, key))
}

function isMember(part: Record<string, unknown>, key: string): boolean {
  return key in resultParts && part[key] !== null
}

/** The union member alone, followed by the text of what stood beside it (I4). */
function alone(part: Record<string, unknown>): unknown[] {
  const [members, strangers] = [{}, {}] as Record<string, unknown>[]
  for (const key in part) (isMember(part, key) ? members : strangers)![key] = part[key]
  return [members, ...sayingsIn(strangers).map((text) => ({ text }))]
}

/** The blocks of several messages of one role as one list; the API wants results before all else. */
function resultsFirst(messages: readonly Message[]): unknown[] {
  const blocks = messages.flatMap((message) => message.blocks)
  const isResult = (block: Block): boolean => block.kind === 'tool_result'
  const rest = messages.flatMap((message) =>
    message.blocks.length > 0
      ? message.blocks.filter((block) => !isResult(block)).map(({ raw }) => raw)
      : bare(message),
  )
  return [...blocks.filter(isResult).map(({ raw }) => raw), ...rest]
}

/** Content that is no list (a text, a single block) becomes an item of the list, to be checked there (I4). */
function bare({ raw }: Message): unknown[] {
  const content = isRecord(raw) ? raw['content'] : raw
  if (typeof content === 'string') return content.trim() === '' ? [] : [{ text: content }]
  return isRecord(content) ? [content] : []
}

function plainText(block: Block): string {
  if (block.text !== undefined) return block.text
  if (block.kind === 'tool_call') return textOrJson(block.payload ?? {})
  if (block.kind === 'text') return JSON.stringify((block.raw as Record<string, unknown>)['text'])
  if (block.kind === 'media' || block.kind === 'thinking') return ''
  return textOf(block.payload ?? block.raw)
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  if (!isRecord(value)) return ''
  if (typeof value['text'] === 'string') return value['text']
  if (isRecord(value['json'])) return JSON.stringify(value['json'])
  return value['content'] === undefined ? '' : textOf(value['content'])
}

/** The API's spelling of keys that serialisers write as `reasoning_content` (Python), or `ToolUse` (.NET). */
const camel = (name: string): string =>
  name
    .replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())

/**
 * Restores unions that a store has changed: several members, or a nested list, become one block each; `reasoning_content` and
 * `ReasoningContent` become `reasoningContent`; a bare string becomes text; a medium in another API's form becomes one of this API.
 */
function rescue({ kind, raw }: Block): readonly unknown[] | null {
  if (kind !== 'unknown') return null
  if (typeof raw === 'string') return raw.trim() === '' ? [] : [{ text: raw }]
  if (!isRecord(raw)) return listOf(raw)
  const members = Object.entries(raw).flatMap(([key, value]): unknown[] => {
    const name = camel(key)
    if (value === undefined || value === null || value === '' || !blockShapes.has(name)) return []
    if (Array.isArray(value)) return value.map((item) => ({ [name]: item }))
    if (name === 'text' || !isRecord(value))
      return typeof value === 'string' && !readDataUrl(value) ? [{ text: value }] : []
    return [{ [name]: name === key ? value : camelKeys(value) }]
  })
  if (members.length > 0) return members
  const medium = foreignMedium(raw)
  const written = medium && writtenMedium(medium)
  if (written) return [...wordsBeside(raw, medium).map((text) => ({ text })), ...written]
  return Object.values(raw).every((value) => value === null || value === undefined || value === '') ? [] : null
}

/**
 * A medium as this API writes it; undefined when it is neither image nor document. Images have no name field, so a text before them gives
 * it (I4).
 */
function writtenMedium({ data, mediaType, name }: ForeignMedium): readonly unknown[] | undefined {
  const source = { bytes: new Uint8Array(Buffer.from(data, 'base64')) }
  if (!mediaType.startsWith('image/')) {
    const document = canonicalDocument({ format: mediaType, name: name ?? 'document', source })
    return document['format'] === mediaType ? undefined : [{ document }]
  }
  return [
    ...(name === undefined ? [] : [{ text: name }]),
    { image: { format: mediaType.slice('image/'.length), source } },
  ]
}

/** Camel-cases the keys of the API's own objects; free JSON under `input` and `json` is the caller's. */
function camelKeys(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      camel(key),
      isRecord(inner) && key !== 'input' && key !== 'json' ? camelKeys(inner) : inner,
    ]),
  )
}
