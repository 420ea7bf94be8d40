import { timeOf, type StoredVerdict } from '../last-refusal.ts'
import { blockField, blocksOf, messageOf, type GraphNode } from './claude-record.ts'

/**
 * What a line tells of the provider's judgement. Errors are assistant lines of the client with a mark of their own (1.0.128 and
 * 2.1.329), so that one quoted in a prompt or an answer is none; its other own lines ("No response requested.") say nothing.
 */
export function verdictOf({ type, value, line, uuid }: GraphNode): StoredVerdict {
  if (type !== 'assistant' || !value) return undefined
  if (value['isApiErrorMessage'] !== true) return messageOf(value)?.['model'] === '<synthetic>' ? undefined : 'accepted'
  const says = blocksOf(value).flatMap((block) => blockField(block, 'text', 'text') ?? [])
  return { says: says.join('\n'), record: { line, id: uuid }, ...timeOf(value['timestamp']) }
}
