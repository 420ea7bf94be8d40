import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { parsedContainer } from '../../json/parsed-container.ts'
import type { Message } from '../../transcript/transcript.ts'
import { textPart } from '../text-part.ts'
import { fieldOf } from './message-fields.ts'

/** What tells which tool is called, and with what, or which result answers: its name may stand there. */
const tellsOfCall = ['id', 'name', 'function', 'args', 'arguments', 'input'] as const

/** Whether an entry of `tool_calls` can be a call, or the JSON of one: other texts are none, nor is what has nothing of one. */
export function mayBeCall(entry: unknown): boolean {
  if (typeof entry === 'string') return parsedContainer(entry) !== undefined
  return isRecord(entry) && tellsOfCall.some((field) => (entry[field] ?? null) !== null)
}

/**
 * Fields of a message without what is no call among its calls: its words are said in the content, for read as a call it would be one
 * that the model has never made.
 */
export function withoutWordsAmongCalls({ raw }: Pick<Message, 'raw'>): Readonly<Record<string, unknown>> {
  const entries = listOf(fieldOf(raw, 'tool_calls'))
  const calls = entries.filter(mayBeCall)
  if (calls.length === entries.length) return {}
  const words = entries.filter((entry) => !mayBeCall(entry)).flatMap(wordsOf)
  return { tool_calls: calls, ...(words.length > 0 && { content: withWords(fieldOf(raw, 'content'), words) }) }
}

function wordsOf(entry: unknown): string[] {
  const text = isRecord(entry) ? (entry['text'] ?? entry['content']) : entry
  return typeof text === 'string' && text.trim() !== '' ? [text] : []
}

function withWords(content: unknown, words: readonly string[]): unknown {
  if (Array.isArray(content)) return [...(content as readonly unknown[]), ...words.map(textPart)]
  return [...(typeof content === 'string' && content !== '' ? [content] : []), ...words].join('\n')
}
