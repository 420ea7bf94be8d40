import { bare } from './bare-names.ts'
import { type FoldedText, gap } from '../words/fold-text.ts'
import { unlabelled } from './path-lead.ts'
import { PathReader } from './path-reader.ts'
import { contentFields, messageFields } from './path-words.ts'
import type { RequestPath } from './request-path.ts'

/** Relays mask what looks like a domain: of `messages.1.content.0.thinking.signature` is left `***.***.***.signature`. */
export function maskedPathAt(text: FoldedText, start: number): RequestPath | null {
  const { gaps, lower } = text
  if (lower[start] !== '.' || gaps[start] === gap.none || gaps[start + 1] !== gap.none) return null
  // Jackson shows what it read: `at [Source: (String)"…`.
  if (lower.endsWith('at', start)) return null
  const reader = new PathReader(text, start, unlabelled)
  // Two names are no masked path. Reading no further keeps a long chain of names from quadratic time.
  reader.read(2)
  const { end, names } = reader
  const leaf = names[0]
  if (leaf === undefined || names.length > 1) return null
  if (leaf === stringTag && lower.startsWith('inputshouldbe', end)) return maskedContent(start, end)
  if (lower[end] !== ':' && gaps[end] !== gap.quote) return null
  const isOfMessage = messageFields.has(leaf)
  if (!isOfMessage && !contentFields.has(leaf)) return null
  const holder = isOfMessage ? ['$messages'] : ['$messages', 'content']
  return { start: start + 1, end, own: true, names: [...holder, bare(leaf)], labelled: false, hasIndex: false, leaf }
}

/** Pydantic's tag for a string; only the content of a message is a union with one, so the rest of the path may be masked. */
const stringTag = 'str'

const maskedContent = (start: number, end: number): RequestPath => ({
  start: start + 1,
  end,
  own: true,
  names: ['$messages', 'content'],
  labelled: false,
  hasIndex: true,
  leaf: 'content',
})
