import { marked } from '../../faults/synthetic-text.ts'
import { isRecord } from '../../json/is-record.ts'
import { mediaIn } from '../../transcript/media-in.ts'
import type { Block } from '../../transcript/transcript.ts'

/** Fields that say what something is or which, and nothing about it. */
const labels = /^type$|id$/i
/** Longer than any word. */
const bytes = /\S{200}/

/**
 * A part of nobody's format whose words stand in fields that no format keeps for sayings, as it is written: what a person showed, or a
 * tool gave back, is not less worth for that (I4). Empty where it holds no word, or what may be the bytes of a picture; what the
 * model says in parts that nobody knows is its provider's own.
 */
export function unreadPart({ kind, message, raw }: Block): string {
  if ((kind !== 'unknown' && kind !== 'other') || message.role === 'assistant' || !isRecord(raw)) return ''
  const words = wordsIn(raw).join('\n')
  return words === '' || bytes.test(words) || mediaIn(raw).length > 0 ? '' : marked(JSON.stringify(raw))
}

/** All that a raw value says, whatever it is called there, but what it is and which. */
export function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value]
  return Object.entries(value ?? {}).flatMap(([field, inner]) => (labels.test(field) ? [] : wordsIn(inner)))
}
