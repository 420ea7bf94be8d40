import { textOrJson } from '../../json/text-or-json.ts'
import { marked, syntheticText } from '../../faults/synthetic-text.ts'
import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import { type ForeignMedium, foreignMedium } from '../../media/foreign-medium.ts'
import { wordsBeside } from '../../media/words-beside.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { FormatWriter, RequestBody, ResultContent } from '../format.ts'
import { withMedia } from './media.ts'
import { partShapes } from './part-shapes.ts'
import { dataOf } from './read-content.ts'
import { valueOf, withSpelled } from './spelling.ts'

/** Builds parts and contents of generateContent. New ones are in camelCase; what is changed keeps its spelling. */
export const geminiWriter: FormatWriter = {
  text: (text) => ({ text }),
  message: (role, blocks) => ({ role: role === 'assistant' ? 'model' : role, parts: blocks }),
  call: ({ id, name, input }) => ({ functionCall: { ...(id !== undefined && { id }), name, args: input } }),
  result: (call, result) => (call.shape.server ? serverResult(call, result) : functionResponse(call, result)),
  withCallId: (block, id) => withInner(block, 'id', id),
  withName: (block, name) => withInner(block, 'name', name),
  withInput: (block, input) => withInner(block, 'args', input),
  withResultContent: (block, text) =>
    block.shape.server
      ? withInner(block, 'response', { output: text })
      : withInner(block, 'response', { output: typeof block.payload === 'string' ? text : saidOf(block.payload) }),
  withSignature: (block, signature) => withSpelled(block.raw, 'thoughtSignature', signature),
  withMedia,
  withoutReferences: (block) => block.raw,
  merge: (messages) => withField(messages[0]!.raw, 'parts', mergedParts(messages)),
  withText: (block, text) => withField(block.raw, 'text', text),
  withField,
  withWholeText: (raw, text) =>
    isRecord(raw) ? withField(raw, 'parts', [{ text }]) : { role: 'user', parts: [{ text }] },
  plainText,
  rescue,
  resultBlocks: (block) => {
    const inner = innerOf(block)
    return isRecord(inner) ? listOf(inner['parts']).flatMap(shownAlone) : []
  },
  shownAs: shownAlone,
  liftSystem,
  defineTools: (request, names) => {
    const tools = listOf(request['tools'])
    return { tools: [...tools, { functionDeclarations: names.map((name) => ({ name })) }] }
  },
}

/**
 * A medium beside a response as a part of its own. AI Studio has no name field (`displayName`), so a text before it gives the name (I4).
 */
function shownAlone(part: unknown): readonly unknown[] {
  if (!isRecord(part)) return []
  const held = dataOf(part)
  const name = held?.data === 'inlineData' ? valueOf(part[held.shape.type], 'displayName', 'display_name') : undefined
  if (typeof name !== 'string') return [part]
  const { type } = held!.shape
  const { displayName: _name, display_name: _snaked, ...medium } = part[type] as Record<string, unknown>
  return [{ text: name }, { ...part, [type]: medium }]
}

/** The response; a placeholder text when a response is demanded and absent. */
function saidOf(payload: unknown): unknown {
  return payload ?? marked(syntheticText.noOutput)
}

function innerOf(block: Block): unknown {
  return (block.raw as Record<string, unknown>)[block.shape.type]
}

function withInner(block: Block, field: string, value: unknown): unknown {
  return withField(block.raw, block.shape.type, withField(innerOf(block), field, value))
}

function callId(call: Block): { id?: string } {
  return call.callId === undefined ? {} : { id: call.callId }
}

/** `output` and `error` are the keys that the documentation reserves for what a function returned. */
function functionResponse(call: Block, { content, isError }: ResultContent): unknown {
  const response = isRecord(content) ? content : { [isError ? 'error' : 'output']: content }
  return { functionResponse: { ...callId(call), name: call.name ?? '', response } }
}

function serverResult(call: Block, { content, isError }: ResultContent): unknown {
  const output = typeof content === 'string' ? content : JSON.stringify(content)
  return { codeExecutionResult: { outcome: isError ? 'OUTCOME_FAILED' : 'OUTCOME_OK', output, ...callId(call) } }
}

/** The parts of several contents as one list; in the user's turn responses come first. */
function mergedParts(messages: readonly Message[]): unknown[] {
  const blocks = messages.flatMap((message) => message.blocks)
  if (messages[0]!.role !== 'user') return blocks.map((block) => block.raw)
  const isResult = (block: Block): boolean => block.kind === 'tool_result'
  return [...blocks.filter(isResult), ...blocks.filter((block) => !isResult(block))].map((block) => block.raw)
}

function plainText(block: Block): string {
  if (block.text !== undefined) return block.text
  if (block.kind === 'tool_call') return textOrJson(block.payload ?? {})
  if (block.kind === 'text') return JSON.stringify((block.raw as Record<string, unknown>)['text'])
  if (block.kind === 'media') return ''
  if (block.kind === 'unknown') return isRecord(block.raw) ? textOf(block.raw['text'] ?? block.raw['content']) : ''
  return textOf(block.payload ?? block.raw)
}

/** The text in a value of any depth; a response without text is kept as JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n')
  if (!isRecord(value)) return ''
  for (const field of ['text', 'output', 'result', 'error', 'content']) {
    if (typeof value[field] === 'string' && Object.keys(value).length === 1) return value[field]
  }
  if (typeof value['text'] === 'string') return value['text']
  return Object.keys(value).length === 0 ? '' : JSON.stringify(value)
}

/** A part with several data becomes one part for each, a list its parts; a bare string is kept as text. */
function rescue({ raw }: Block): readonly unknown[] | null {
  if (typeof raw === 'string') return raw === '' ? [] : [{ text: raw }]
  if (!isRecord(raw)) return listOf(raw)
  const held = Object.keys(raw).filter((key) => partShapes.has(key) && raw[key] !== undefined && raw[key] !== null)
  const medium = held.length === 0 ? foreignMedium(raw) : undefined
  if (medium !== undefined) return [...wordsBeside(raw, medium).map((text) => ({ text })), ...written(medium)]
  if (held.length === 0) return Object.keys(raw).some((key) => !isBookkeeping(key)) ? null : []
  return held
    .filter((key) => typeof raw[key] === 'object' || (typeof raw[key] === 'string' && raw[key] !== ''))
    .flatMap((key, index): readonly unknown[] => {
      const value = raw[key]
      if (typeof value === 'string' && key !== 'text') return partsOf(value, raw['filename'])
      const rest = Object.entries(raw).filter(([name]) => name === key || (index === 0 && !partShapes.has(name)))
      const part = Object.fromEntries(rest)
      return Array.isArray(value) ? value.map((item, place) => ({ ...(place === 0 && part), [key]: item })) : [part]
    })
}

/** A string in place of an object: the `file_data` of OpenAI's APIs is a file, not text. */
function partsOf(value: string, filename: unknown): readonly object[] {
  const medium = foreignMedium({ data: value, filename })
  return medium === undefined ? [{ text: value }] : written(medium)
}

/** A medium with its name as a text before it, since this API has no field for the name. */
function written({ data, mediaType, name }: ForeignMedium): readonly object[] {
  return [...(name === undefined ? [] : [{ text: name }]), { inlineData: { mimeType: mediaType, data } }]
}

function isBookkeeping(key: string): boolean {
  return key.startsWith('thought') || partShapes.has(key)
}

/**
 * Adds system texts to `systemInstruction` in the spelling and shape of the request; for the parameter object of the SDK, to its `config`.
 */
function liftSystem(request: RequestBody, texts: readonly string[]): RequestBody {
  const { config } = request
  return isRecord(config) ? { config: { ...config, ...lifted(config, texts) } } : lifted(request, texts)
}

function lifted(request: RequestBody, texts: readonly string[]): RequestBody {
  const field = request['system_instruction'] === undefined ? 'systemInstruction' : 'system_instruction'
  const current = request[field]
  const parts = texts.map((text) => ({ text }))
  if (typeof current === 'string') return { [field]: [current, ...texts].filter(Boolean).join('\n\n') }
  if (!isRecord(current)) return { [field]: { parts } }
  const before = current['parts']
  return { [field]: { ...current, parts: [...(Array.isArray(before) ? before : before ? [before] : []), ...parts] } }
}
