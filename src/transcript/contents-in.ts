import { isRecord } from '../json/is-record.ts'
import { parsedContainer } from '../json/parsed-container.ts'
import { payloadsIn } from './payloads-in.ts'
import { isOfModel, isPartOfMessage, isSaying } from './sayings-in.ts'

/** Fields in which a tool is told what to do, under names of its own. */
const askingFields: ReadonlySet<string> = new Set([
  'input',
  'args',
  'arguments',
  'action',
  'operation',
  'response',
  'json',
])
/** Fields that hold a call, or a list of them. */
const callFields: ReadonlySet<string> = new Set(['function_call', 'functionCall', 'function', 'tool_calls', 'toolCall'])
/** Fields in which the model speaks beside what the formats keep for sayings. */
const speakingFields: ReadonlySet<string> = new Set(['cited_text', 'code', 'filename', 'title', 'transcript'])
/** Fields of what the model thinks. */
const thinkingFields: ReadonlySet<string> = new Set([
  'thinking',
  'reasoning',
  'reasoning_content',
  'reasoning_details',
  'thinking_blocks',
  'reasoningContent',
  'encrypted_content',
])
/** What a thought is sealed in holds it. */
const sealedFields: ReadonlySet<string> = new Set(['data', 'redactedContent'])

/** Stands before a thought: one that is told as a text is none any more. */
const thoughtMark = '\0thought '

/**
 * What a raw value of any format holds, whoever has made it, as lines that can be looked for elsewhere: texts, thoughts, refusals,
 * code, media, and each scalar of what a tool is asked. Names, ids, types, and states are no contents.
 *
 * @example
 * contentsIn({ type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a', line: 3 } }) // ['a', '3']
 * contentsIn({ role: 'assistant', content: [], refusal: 'No.' }) // ['No.']
 */
export function contentsIn(raw: unknown): string[] {
  const lines: string[] = []
  collect(raw, 'nothing', lines)
  return [...lines, ...payloadsIn(raw)]
}

/** What a value is by the field that holds it; `beside` a thought no other thing is said, and what sums one up is nothing else, whatever its type. */
type What = 'nothing' | 'said' | 'asked' | 'thought' | 'summary' | 'beside'

function collect(value: unknown, what: What, lines: string[]): void {
  if (typeof value === 'string') collectText(value, what, lines)
  else if (typeof value === 'number' || typeof value === 'boolean') {
    if (what === 'asked') lines.push(String(value))
  } else if (Array.isArray(value)) for (const item of value) collect(item, what, lines)
  else if (isRecord(value) && !(value instanceof Uint8Array) && !(value instanceof URL)) {
    const meant = what === 'thought' && isPartOfMessage(value) ? 'said' : what
    const own = isOfModel(value) && what !== 'asked' ? 'thought' : meant
    for (const [field, inner] of Object.entries(value)) collect(callIn(field, inner), whatIn(field, own), lines)
  }
}

/** Calls may be written as a text of JSON; any other text in their place is what the model asked. */
function callIn(field: string, value: unknown): unknown {
  if (typeof value !== 'string' || !callFields.has(field)) return value
  return parsedContainer(value) ?? { arguments: value }
}

function whatIn(field: string, outside: What): What {
  if (outside === 'asked') return 'asked'
  if (field === 'summary') return field
  if (thinkingFields.has(field)) return 'thought'
  if (outside !== 'nothing' && outside !== 'said')
    return isSaying(field) || sealedFields.has(field) ? 'thought' : 'beside'
  if (askingFields.has(field)) return 'asked'
  return isSaying(field) || speakingFields.has(field) ? 'said' : 'nothing'
}

function collectText(text: string, what: What, lines: string[]): void {
  if (what === 'nothing' || what === 'beside') return
  const value = parsedContainer(text)
  if (value !== undefined && what === 'asked') return collect(value, 'asked', lines)
  // What is read out as its value is one text.
  for (const line of value === undefined ? text.toWellFormed().split('\n') : [text.toWellFormed()])
    if (line.trim() !== '') lines.push((what === 'said' || what === 'asked' ? '' : thoughtMark) + line.trim())
}
