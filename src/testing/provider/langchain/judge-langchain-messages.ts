import { findLoneSurrogate } from '../shared/lone-surrogate.ts'
import { asList, isRecord, type JsonRecord } from '../shared/records.ts'

type Seen = { kind: string; fields: JsonRecord }

const kindNames: Readonly<Record<string, string>> = {
  human: 'human',
  user: 'human',
  ai: 'ai',
  assistant: 'ai',
  system: 'system',
  developer: 'system',
  tool: 'tool',
  function: 'function',
}

/** Reads an instance, a plain message, or one of the two serialised forms. */
function seen(raw: unknown): Seen | null {
  if (typeof raw === 'string') return { kind: 'human', fields: { content: raw } }
  if (Array.isArray(raw)) return raw.length === 2 ? named(String(raw[0]), { content: raw[1] }) : null
  if (!isRecord(raw)) return null
  const { data, id, kwargs, lc, role, type } = raw
  if (lc === 1 && isRecord(kwargs) && Array.isArray(id))
    return named(
      String(id.at(-1))
        .replace(/Message(Chunk)?$/, '')
        .toLowerCase(),
      kwargs,
    )
  if (typeof type === 'string' && isRecord(data)) return named(type, data)
  return named(String(type === 'generic' || type === undefined ? role : type), raw)
}

function named(name: string, fields: JsonRecord): Seen | null {
  const kind = Object.hasOwn(kindNames, name) ? kindNames[name] : undefined
  return kind === undefined ? null : { kind, fields }
}

const callBlocks = new Set<unknown>(['tool_use', 'tool_call'])

/** The calls that a client sends for an AI message: `tool_calls`, and content blocks that no entry of it repeats. */
function callsOf({ fields }: Seen): JsonRecord[] {
  // Plain messages may hold calls in the form of Chat Completions (`_coerceToolCall` of @langchain/core).
  const own = asList(fields['tool_calls']).flatMap((call) =>
    isRecord(call) ? [isRecord(call['function']) ? entryOf(call) : call] : [],
  )
  const calls = own.length > 0 ? own : rawCallsOf(fields).map(entryOf)
  const ids = new Set(calls.map((call) => call['id']))
  const alone = asList(fields['content']).filter(
    (block): block is JsonRecord => isRecord(block) && callBlocks.has(block['type']) && !ids.has(block['id']),
  )
  // An entry of the list holds its input only in `args`.
  return [...calls, ...alone.map((block) => ({ ...block, args: 'input' in block ? block['input'] : block['args'] }))]
}

/** The raw calls in the form of Chat Completions, which a message without other calls sends. */
function rawCallsOf(fields: JsonRecord): JsonRecord[] {
  const beside = fields['additional_kwargs']
  return asList(isRecord(beside) ? beside['tool_calls'] : []).filter(isRecord)
}

function entryOf({ function: inner, id }: JsonRecord): JsonRecord {
  if (!isRecord(inner)) return { id }
  try {
    return { id, name: inner['name'], args: JSON.parse(String(inner['arguments'])) }
  } catch {
    return { id, name: inner['name'], args: inner['arguments'] }
  }
}

function* shapeRefusals(messages: readonly unknown[]): Generator<string> {
  for (const [index, raw] of messages.entries()) {
    const message = seen(raw)
    if (!message) return yield `messages.${index}: MESSAGE_COERCION_FAILURE`
    const { kind, fields } = message
    const { content } = fields
    const calls = kind === 'ai' ? callsOf(message) : []
    if (Array.isArray(content)) {
      for (const block of content) {
        if (!isRecord(block)) return yield `messages.${index}: a block of content is no object`
        if (block['type'] === 'text' && typeof block['text'] !== 'string')
          return yield `messages.${index}: text is no string`
      }
    } else if (
      typeof content !== 'string' &&
      !(content === null && calls.length > 0) &&
      !(content === undefined && calls.length > 0)
    )
      return yield `messages.${index}: content is neither text nor a list`
    const blocks = asList(content)
    const empty =
      content === '' ||
      (Array.isArray(content) &&
        blocks.every((block) => isRecord(block) && block['type'] === 'text' && block['text'] === ''))
    if (empty && kind !== 'tool' && calls.length === 0) return yield `messages.${index}: message without content`
    if (kind === 'ai' && fields['tool_calls'] === null && rawCallsOf(fields).length > 0)
      return yield `messages.${index}: Cannot read properties of null (reading 'length')`
    if (kind === 'ai' && fields['tool_calls'] != null && !Array.isArray(fields['tool_calls']))
      return yield `messages.${index}: tool_calls is no list`
    if (kind === 'ai' && asList(fields['tool_calls']).some((call) => !isRecord(call)))
      return yield `messages.${index}: a tool call is no object`
    for (const call of calls) {
      if (typeof call['id'] !== 'string' || call['id'] === '') return yield `messages.${index}: a tool call without id`
      if (typeof call['name'] !== 'string' || call['name'] === '')
        return yield `messages.${index}: a tool call without name`
      if (!isRecord(call['args'])) return yield `messages.${index}: args of a tool call are no object`
    }
  }
}

const missing = (ids: Iterable<unknown>): string =>
  `Found AIMessages with tool_calls that do not have a corresponding ToolMessage. Here are the first few of those tool calls: ${[...ids].slice(0, 3).join(', ')}. INVALID_CHAT_HISTORY`

function* pairingRefusals(messages: readonly Seen[]): Generator<string> {
  let open = new Set<unknown>()
  for (const [index, message] of messages.entries()) {
    if (message.kind === 'tool') {
      const id = message.fields['tool_call_id']
      if (!open.delete(id)) return yield `messages.${index}: INVALID_TOOL_RESULTS no tool call for ${String(id)}`
      continue
    }
    if (open.size > 0) return yield missing(open)
    if (message.kind !== 'ai') continue
    const ids = callsOf(message).map((call) => call['id'])
    open = new Set(ids)
    const written = asList(message.fields['content']).filter(
      (block) => isRecord(block) && callBlocks.has(block['type']),
    )
    // Content blocks reach the provider unchanged.
    const writtenIds = new Set(written.map((block) => (block as JsonRecord)['id']))
    if (open.size < ids.length || writtenIds.size < written.length)
      return yield `messages.${index}: tool call ids must be unique`
    // Beside a list of calls the raw ones are not sent; one without an id is no copy.
    const stray = rawCallsOf(message.fields).find(({ id }) => typeof id === 'string' && !open.has(id))
    if (stray) return yield `messages.${index}: additional_kwargs repeats the call ${String(stray['id'])}`
  }
  if (open.size > 0) yield missing(open)
}

function* refusals(messages: unknown): Generator<string> {
  if (!Array.isArray(messages) || messages.length === 0) return yield 'messages must not be empty'
  yield* shapeRefusals(messages)
  yield* pairingRefusals(messages.map((raw) => seen(raw)!))
  const fields = messages.map((raw) => seen(raw)!.fields)
  const sent = fields.map(({ content, tool_calls: calls, tool_call_id: id }) => ({ content, calls, id }))
  if (findLoneSurrogate(JSON.stringify(sent))) yield 'The request body is not valid JSON: no low surrogate in string'
}

/**
 * Judges LangChain messages in any form as LangGraph, the chat models and the providers behind them do: the first refusal,
 * or null. Shares no code with the linter (I3).
 *
 * @example judgeLangchainMessages([{ role: 'user', content: 'Hello' }]) // null
 */
export function judgeLangchainMessages(messages: unknown): string | null {
  for (const refusal of refusals(messages)) return refusal
  return null
}
