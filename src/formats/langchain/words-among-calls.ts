import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { parsedContainer } from '../../json/parsed-container.ts'
import type { Message } from '../../transcript/transcript.ts'
import { mediaIn } from '../../transcript/media-in.ts'
import { sayingsIn } from '../../transcript/sayings-in.ts'
import { textPart } from '../text-part.ts'
import { fieldOf } from './message-fields.ts'

/** Fields that tell a call's tool and input, or the call of a result; its name may stand in any of them. */
const tellsOfCall = ['id', 'name', 'function', 'args', 'arguments', 'input'] as const

/** Whether an entry of `tool_calls` can be a call or its JSON: other texts cannot, nor objects without a call's fields. */
function mayBeCall(entry: unknown): boolean {
  if (typeof entry === 'string') return parsedContainer(entry) !== undefined
  return isRecord(entry) && tellsOfCall.some((field) => (entry[field] ?? null) !== null)
}

/**
 * Fields of a message without non-calls among its calls: their text and media move into the content, because as calls they would be calls
 * that the model never made. Entries with unreadable content stay.
 */
export function withoutWordsAmongCalls({ raw }: Pick<Message, 'raw'>): Readonly<Record<string, unknown>> {
  const entries = listOf(fieldOf(raw, 'tool_calls'))
  const calls = entries.filter((entry) => !isMovable(entry))
  if (calls.length === entries.length) return {}
  const said = entries.filter(isMovable).flatMap(partsOf)
  const content = fieldOf(raw, 'content')
  return { tool_calls: calls, ...(!endsWith(content, said) && { content: withParts(content, said) }) }
}

/** Whether an entry of `tool_calls` is no call, and all of its content can move into the message's. */
export function isMovable(entry: unknown): boolean {
  return !mayBeCall(entry) && (partsOf(entry).length > 0 || isBare(entry))
}

/** Whether an entry is empty, or has only a type. */
function isBare(entry: unknown): boolean {
  if (typeof entry === 'string') return entry.trim() === ''
  if (typeof entry !== 'object' || entry === null) return true
  return Object.entries(entry).every(([field, value]) => field === 'type' || isBare(value))
}

/** The texts of an entry as parts; a medium is one part, with what is said about it. */
function partsOf(entry: unknown): readonly unknown[] {
  if (Array.isArray(entry)) return entry.flatMap(partsOf)
  return isRecord(entry) && mediaIn(entry).length > 0 ? [entry] : sayingsIn(entry)
}

/** Whether the content already ends in these parts, because another mend of the same pass has added them. */
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
