import { timeOf, type StoredVerdict } from '../last-refusal.ts'
import { partsOf, toolCallsOf } from './gemini-record.ts'
import type { ChatMessage } from './chat.ts'

/**
 * The provider's verdict in a message: 0.61 records what its terminal shows, errors included, as records that it never sends. A run without
 * a terminal (`-p`) records no error.
 */
export function verdictOf({ id, value, sources }: ChatMessage): StoredVerdict {
  const { content, type } = value
  if (type === 'gemini') return partsOf(content).length > 0 || toolCallsOf(value).length > 0 ? 'accepted' : undefined
  if (type !== 'error' || typeof content !== 'string') return undefined
  return { says: content, record: { line: sources.at(-1)!.line, id }, ...timeOf(value['timestamp']) }
}
