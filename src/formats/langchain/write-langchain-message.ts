import { textOrJson } from '../../json/text-or-json.ts'
import { canonicalPart } from '../openai-chat/canonical.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { FormatWriter, RequestBody } from '../format.ts'
import { entryOf } from './entry-of.ts'
import { isMedia, withMedia } from './media.ts'
import type { MessageMaker } from './message-classes.ts'
import { withContent, withoutItems, withoutKept } from './answer-items.ts'
import { isOfCustomTool } from './item-calls.ts'
import { fieldOf, fieldsOfMessage, formOf, rawCallsField, reasoningField, withMessageField } from './message-fields.ts'
import { isBlankText, type PartWriter, readableParts } from '../result-parts.ts'
import { resultParts } from './result-parts.ts'
import { withCalls } from './sync-calls.ts'
import { textPart } from '../text-part.ts'

const kinds = { user: 'human', assistant: 'ai', system: 'system', tool: 'tool' } as const

/** Builds messages of LangChain with the given classes. */
export function langchainWriter(make: MessageMaker, parts: PartWriter = resultParts): FormatWriter {
  return {
    text: textPart,
    message: (role, blocks) => make(kinds[role], { content: blocks }),
    call: ({ id, name, input }) => ({ type: 'tool_call', id, name, args: input }),
    result: (call, { content, isError }) =>
      make('tool', {
        content: typeof content === 'string' || Array.isArray(content) ? content : JSON.stringify(content ?? null),
        tool_call_id: call.callId,
        ...(call.name && { name: call.name }),
        status: isError ? 'error' : 'success',
        // For a custom tool @langchain/openai must send another item type, the only one that the API accepts.
        ...(isOfCustomTool(call.raw) && { additional_kwargs: { customTool: {} } }),
      }),
    merge: merged,
    withCallId: (block, id) => {
      if (block.kind === 'tool_result')
        return block.field === ''
          ? withMessageField(block.raw, 'tool_call_id', id)
          : withField(block.raw, 'tool_use_id', id)
      return withField(block.raw, isRecord(block.raw) && 'call_id' in block.raw ? 'call_id' : 'id', id)
    },
    withName: (block, name) => {
      if (block.kind === 'tool_result')
        return block.field === '' ? withMessageField(block.raw, 'name', name) : block.raw
      const { function: inner } = block.raw as Record<string, unknown>
      return isRecord(inner) ? withField(block.raw, 'function', { ...inner, name }) : withField(block.raw, 'name', name)
    },
    withInput: (block, input) => {
      const raw = block.raw as Record<string, unknown>
      if (isRecord(raw['function']))
        return withField(raw, 'function', { ...raw['function'], arguments: JSON.stringify(input) })
      // An entry of the list keeps its input in `args` only.
      if (block.field === 'tool_calls') return withField(raw, 'args', input)
      if ('arguments' in raw) return withField(raw, 'arguments', JSON.stringify(input))
      return withField(raw, 'input' in raw || raw['type'] === 'tool_use' ? 'input' : 'args', input)
    },
    withText: (block, text) => (block.index < 0 ? text : withField(block.raw, 'text', text)),
    withResultContent: (result, text) => withMessageField(result.raw, 'content', readableContent(result, text, parts)),
    withSignature: (block, signature) => withField(block.raw, 'signature', signature),
    withMedia,
    withoutReferences: (block) => block.raw,
    withField: (raw, field, value) => {
      if (field === 'role') return withRole(raw, String(value), make)
      if ((field === 'tool_calls' || field === rawCallsField) && Array.isArray(value))
        return withCalls(raw, field, value)
      if (field === reasoningField) return value === undefined ? withoutKept(raw) : withMessageField(raw, field, value)
      return field === 'content' ? withContent(raw, value) : withMessageField(raw, field, value)
    },
    withCalls: (raw, calls, isSilent) => {
      const said = isSilent ? withMessageField(raw, 'content', '') : raw
      return withCalls(said, 'tool_calls', [...listOf(fieldOf(raw, 'tool_calls')), ...calls])
    },
    allCalls: ({ blocks, raw }) => {
      const alone = blocks.filter(({ field, kind }) => kind === 'tool_call' && field !== 'tool_calls')
      return alone.length === 0 ? undefined : [...listOf(fieldOf(raw, 'tool_calls')), ...alone.map(entryOf)]
    },
    plainText,
    commonPart: ({ field, raw }) => (field === 'content' ? canonicalPart(raw) : undefined),
    resultBlocks: (block) => (Array.isArray(block.payload) ? block.payload.filter(isMedia) : []),
    liftSystem: (request, texts) => ({ systemPrompt: liftedPrompt(request, texts) }),
    defineTools,
  }
}

/** The readable parts without blank texts; an empty text when none is left, plain text when no part can be read. */
function readableContent({ payload }: Block, text: string, writer: PartWriter): unknown {
  if (!Array.isArray(payload) || payload.length === 0) return text
  const said = payload.filter((part) => !isBlankText(part))
  if (said.length === 0) return ''
  const parts = readableParts(said, writer)
  return parts === null || parts.length === 0 ? text : parts
}

/** The class of an instance cannot change, so another role needs a new message with the same content. */
function withRole(raw: unknown, role: string, make: MessageMaker): unknown {
  if (formOf(raw) === 'instance' && fieldOf(raw, 'role') === undefined)
    return make(kinds[role as keyof typeof kinds], { content: fieldOf(raw, 'content') })
  if (formOf(raw) === 'pair') return [role, (raw as readonly unknown[])[1]]
  if (formOf(raw) === 'plain') return withField(withField(raw, 'type', undefined), 'role', role)
  if (formOf(raw) === 'instance') return withMessageField(raw, 'role', role)
  const { role: _role, type: _type, ...fields } = fieldsOfMessage(raw)
  return make(kinds[role as keyof typeof kinds], fields)
}

function merged(messages: readonly Message[]): unknown {
  const [first] = messages as readonly [Message]
  const contents = messages.map(({ raw }) => fieldOf(raw, 'content'))
  const content = contents.every((part) => typeof part === 'string')
    ? contents.filter(Boolean).join('\n\n')
    : contents.flatMap((part) => (typeof part === 'string' ? (part === '' ? [] : [textPart(part)]) : part))
  const calls = messages.flatMap(({ blocks, raw }) => [
    ...listOf(fieldOf(raw, 'tool_calls')),
    ...blocks.filter(({ field }) => field === rawCallsField).map(entryOf),
  ])
  const next = withMessageField(withoutItems(first.raw), 'content', content)
  return calls.length > 0 ? withMessageField(next, 'tool_calls', calls) : next
}

function plainText(block: Block): string {
  if (block.text !== undefined) return block.text
  if (block.kind === 'tool_call') return textOrJson(block.payload ?? {})
  if (block.kind === 'tool_result') return contentText(block.payload)
  return typeof block.raw === 'string' ? block.raw : ''
}

/** The text of a content value: a string, the texts of its blocks, anything else as JSON. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content
  if (content === undefined || content === null) return ''
  if (!Array.isArray(content)) return JSON.stringify(content)
  const texts = content.map((item) => {
    if (typeof item === 'string') return item
    if (!isRecord(item)) return ''
    return typeof item['text'] === 'string' ? item['text'] : isMedia(item) ? '' : JSON.stringify(item)
  })
  return texts.filter(Boolean).join('\n')
}

/** Minimal definitions in a form that every chat model can bind. */
function defineTools(request: RequestBody, names: readonly string[]): RequestBody {
  const parameters = { type: 'object', properties: {} }
  const added = names.map((name) => ({ type: 'function', function: { name, parameters } }))
  return { tools: [...listOf(request['tools']), ...added] }
}

function liftedPrompt(request: RequestBody, texts: readonly string[]): string {
  const before = request['systemPrompt']
  return [...(typeof before === 'string' && before !== '' ? [before] : []), ...texts].join('\n\n')
}
