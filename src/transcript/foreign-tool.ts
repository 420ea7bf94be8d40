import { isRecord } from '../json/is-record.ts'
import { firstOf, toolSpellings } from './tool-spellings.ts'
import { filledStringOf } from '../json/filled-string-of.ts'

/** A call of a tool, or what it gave back, in the words of no format. */
export interface ForeignTool {
  readonly kind: 'call' | 'result'
  readonly id: string | undefined
  readonly name: string | undefined
  /** The arguments of a call, the content of a result, as they stand there. */
  readonly payload: unknown
  readonly isError: boolean
  /** The provider itself ran it: no other one takes it for a call. */
  readonly isServers: boolean
  /** The result that stands in the same part (AI SDK). */
  readonly result?: ForeignTool
}

type Fields = Readonly<Record<string, unknown>>

type Kind = ForeignTool['kind']
type Spellings = Readonly<Record<Kind, readonly string[]>>

const kinds: readonly Kind[] = ['call', 'result']

/** How the APIs call a call and a result: by the type of a block or an item, or by the member that it is. */
const types: Spellings = {
  call: [
    'tool_use',
    'server_tool_use',
    'mcp_tool_use',
    'tool-call',
    'tool_call',
    'function_call',
    'custom_tool_call',
    'dynamic-tool',
  ],
  result: ['tool_result', 'tool-result', 'function_call_output', 'custom_tool_call_output'],
}
const members: Spellings = {
  call: ['toolUse', 'functionCall', 'function_call', 'function', 'custom', 'toolInvocation'],
  result: ['toolResult', 'functionResponse', 'function_response', 'tool_result'],
}

const typesOfServer: ReadonlySet<unknown> = new Set(['server_tool_use', 'mcp_tool_use'])

/**
 * What a block, an item or an entry of a list of calls says of a tool, as whichever API writes it; undefined where it is of none.
 *
 * @example
 * foreignTool({ toolUse: { toolUseId: 'x', name: 'read', input: {} } }) // { kind: 'call', id: 'x', name: 'read', payload: {}, ... }
 */
export function foreignTool(raw: unknown): ForeignTool | undefined {
  if (!isRecord(raw)) return undefined
  const memberOf = (kind: Kind): string | undefined => members[kind].find((name) => isRecord(raw[name]))
  const ofMember = kinds.find(memberOf)
  const ofPart = partName(raw)
  const kind = ofMember ?? kindOf(raw['type']) ?? (ofPart === undefined ? undefined : 'call')
  if (kind === undefined) return undefined
  return read(kind, ofMember === undefined ? raw : (raw[memberOf(kind)!] as Fields), raw, ofPart)
}

function kindOf(type: unknown): Kind | undefined {
  return kinds.find((kind) => types[kind].some((name) => name === type))
}

/** An entry of a list of calls, which need not say that it is one. */
export function foreignCall(raw: unknown): ForeignTool | undefined {
  return foreignTool(raw) ?? (isRecord(raw) ? read('call', raw, raw, undefined) : undefined)
}

/** What answers a call as a message of its own: Chat Completions and LangChain write it so. */
export function foreignAnswer(raw: unknown): ForeignTool | undefined {
  if (!isRecord(raw)) return undefined
  const { name, role, tool_call_id: id, type } = raw
  const isTools = role === 'tool' || ((role ?? undefined) === undefined && type === 'tool')
  const isFunctions =
    role === 'function' || ((role ?? undefined) === undefined && type === 'function' && 'content' in raw)
  const answers = (isTools && labelOf(id) !== undefined) || (isFunctions && typeof name === 'string')
  return answers ? read('result', raw, raw, undefined) : undefined
}

/** Tool parts of UIMessages have the name of the tool in their type. */
function partName({ input, state, toolCallId, type }: Fields): string | undefined {
  const isPart = typeof type === 'string' && type.startsWith('tool-') && typeof toolCallId === 'string'
  return isPart && (state !== undefined || input !== undefined) && kindOf(type) === undefined
    ? type.slice(5)
    : undefined
}

function read(kind: Kind, inner: Fields, outer: Fields, partName: string | undefined): ForeignTool {
  const held = firstOf(inner, toolSpellings[kind])
  const tool = {
    id: labelOf(firstOf(inner, toolSpellings.id)) ?? labelOf(firstOf(outer, toolSpellings.id)),
    name: partName ?? filledStringOf(firstOf(inner, toolSpellings.name)),
    isServers: typesOfServer.has(outer['type']) || outer['providerExecuted'] === true,
  }
  if (kind === 'result') return { ...tool, kind, payload: contentOf(held), isError: isFailed(inner, held) }
  const { errorText, output = inner['result'] } = inner
  const outcome = errorText ?? output
  const call: ForeignTool = { ...tool, kind, payload: held, isError: false }
  if (outcome === undefined || (partName === undefined && inner['state'] === undefined)) return call
  const isError = errorText !== undefined && errorText !== null
  return { ...call, result: { ...tool, kind: 'result', payload: contentOf(outcome), isError } }
}

function isFailed({ is_error: failed, isError, status }: Fields, held: unknown): boolean {
  if (failed === true || isError === true || status === 'error') return true
  if (!isRecord(held)) return false
  return String(held['type']).startsWith('error-') || (onlyText(held) !== undefined && 'error' in held)
}

const wrappers: ReadonlySet<string> = new Set(['output', 'result', 'error', 'content'])

/** What an object says that wraps one text and nothing else. */
function onlyText(value: Fields): string | undefined {
  const [field, ...more] = Object.keys(value)
  const text = field !== undefined && more.length === 0 && wrappers.has(field) ? value[field] : undefined
  return typeof text === 'string' ? text : undefined
}

/** The content of a result as text, where it is nothing else; a list that holds media stays to be read by its strategies. */
function contentOf(held: unknown): unknown {
  if (held === undefined || held === null) return ''
  if (Array.isArray(held)) return joined(held)
  if (!isRecord(held)) return typeof held === 'string' ? held : JSON.stringify(held)
  if (isTyped(held)) return contentOf(held['value'])
  return onlyText(held) ?? JSON.stringify(held)
}

/** The AI SDK types what a tool gave back. */
function isTyped({ type, value }: Fields): boolean {
  return typeof type === 'string' && value !== undefined && /^(?:error-)?(?:text|json)$|^content$/.test(type)
}

function joined(parts: readonly unknown[]): unknown {
  const texts = parts.map((part) => {
    if (!isRecord(part)) return typeof part === 'string' ? part : undefined
    if (typeof part['text'] === 'string') return part['text']
    return part['json'] === undefined ? undefined : JSON.stringify(part['json'])
  })
  return texts.every((text) => text !== undefined) ? texts.join('\n') : parts
}

/** A database may give back a number for an id. */
function labelOf(value: unknown): string | undefined {
  return typeof value === 'number' ? String(value) : filledStringOf(value)
}
