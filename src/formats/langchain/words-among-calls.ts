import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { parsedContainer } from '../../json/parsed-container.ts'
import type { Message } from '../../transcript/transcript.ts'
import { mediaIn } from '../../transcript/media-in.ts'
import { sayingsIn } from '../../transcript/sayings-in.ts'
import { textPart } from '../text-part.ts'
import { fieldOf } from './message-fields.ts'

/** What tells which tool is called, and with what, or which result answers: its name may stand there. */
const tellsOfCall = ['id', 'name', 'function', 'args', 'arguments', 'input'] as const

/** Whether an entry of `tool_calls` can be a call, or the JSON of one: other texts are none, nor is what has nothing of one. */
function mayBeCall(entry: unknown): boolean {
  if (typeof entry === 'string') return parsedContainer(entry) !== undefined
  return isRecord(entry) && tellsOfCall.some((field) => (entry[field] ?? null) !== null)
}

/**
 * Fields of a message without what is no call among its calls: its words and media are said in the content, for read as a call it would
 * be one that the model has never made. What says something that nobody can read stays.
 */
export function withoutWordsAmongCalls({ raw }: Pick<Message, 'raw'>): Readonly<Record<string, unknown>> {
  const entries = listOf(fieldOf(raw, 'tool_calls'))
  const calls = entries.filter((entry) => !isMovable(entry))
  if (calls.length === entries.length) return {}
  const said = entries.filter(isMovable).flatMap(partsOf)
  const content = fieldOf(raw, 'content')
  return { tool_calls: calls, ...(!endsWith(content, said) && { content: withParts(content, said) }) }
}

/** Whether an entry of `tool_calls` is no call, and all that it says can be said in the content. */
export function isMovable(entry: unknown): boolean {
  return !mayBeCall(entry) && (partsOf(entry).length > 0 || isBare(entry))
}

/** Nothing, or nothing but a type. */
function isBare(entry: unknown): boolean {
  if (typeof entry === 'string') return entry.trim() === ''
  if (typeof entry !== 'object' || entry === null) return true
  return Object.entries(entry).every(([field, value]) => field === 'type' || isBare(value))
}

/** The words of an entry; a medium is a part as it is, with what is said of it. */
function partsOf(entry: unknown): readonly unknown[] {
  if (Array.isArray(entry)) return entry.flatMap(partsOf)
  return isRecord(entry) && mediaIn(entry).length > 0 ? [entry] : sayingsIn(entry)
}

/** Whether a content says it already: what mends a call beside them in the same pass leaves them in the list. */
function endsWith(content: unknown, parts: readonly unknown[]): boolean {
  if (parts.length === 0) return true
  if (typeof content === 'string') return `\n${content}`.endsWith(`\n${parts.join('\n')}`)
  return Array.isArray(content) && JSON.stringify(content.slice(-parts.length)) === JSON.stringify(parts.map(partOf))
}

function withParts(content: unknown, parts: readonly unknown[]): unknown {
  if (Array.isArray(content)) return [...(content as readonly unknown[]), ...parts.map(partOf)]
  const isSaid = isRecord(content) || (typeof content === 'string' && content !== '')
  const all = [...(isSaid ? [content] : []), ...parts]
  return all.every((part) => typeof part === 'string') ? all.join('\n') : all.map(partOf)
}

function partOf(part: unknown): unknown {
  return typeof part === 'string' ? textPart(part) : part
}
