/**
 * One line of a Claude Code transcript that is part of the graph: it has a `uuid`. Seen in 1.0.128 and 2.1.329
 * (knowledge/clients.md 2.1); all other fields pass through.
 */
export interface GraphNode {
  readonly uuid: string
  readonly parentUuid: string | null
  readonly type: string
  readonly line: number
  readonly offset: number
  /** Bytes of the line without its ending. */
  readonly size: number
  /** Place among the graph nodes of the file. */
  readonly order: number
  readonly sidechain: boolean
  /** The whole record: kept for conversation lines only, so that a session of 1 GB of other records fits. */
  readonly value: Record<string, unknown> | undefined
}

/** Types of lines that hold messages. */
export const conversationTypes: ReadonlySet<string> = new Set(['user', 'assistant'])

/** Types without `uuid` that 1.0.128 and 2.1.329 write; they pass through. */
const looseTypes: ReadonlySet<string> = new Set([
  'summary',
  'queue-operation',
  'atis-latch',
  'last-prompt',
  'mode',
  'cost-state',
  'tools-used',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'file-history-snapshot',
])

/** Tells a line of a transcript from a content block that stands inside a torn one. */
export function isClaudeRecord(value: Record<string, unknown>): boolean {
  const { type } = value
  return (
    typeof type === 'string' &&
    (typeof value['uuid'] === 'string' || typeof value['sessionId'] === 'string' || looseTypes.has(type))
  )
}

/** `message` of a conversation line. */
export function messageOf(value: Record<string, unknown>): Record<string, unknown> | undefined {
  const { message } = value
  return typeof message === 'object' && message !== null && !Array.isArray(message)
    ? (message as Record<string, unknown>)
    : undefined
}

/** The content blocks of a line, string content as one text block; a view, not for writing back. */
export function blocksOf(value: Record<string, unknown>): readonly unknown[] {
  const content = messageOf(value)?.['content']
  if (Array.isArray(content)) return content
  return typeof content === 'string' ? [{ type: 'text', text: content }] : []
}

/** `field` of a block of this type; `undefined` when the block is another one. */
export function blockField(block: unknown, type: string, field: string): string | undefined {
  if (typeof block !== 'object' || block === null || !('type' in block) || block.type !== type) return undefined
  const value: unknown = (block as Record<string, unknown>)[field]
  return typeof value === 'string' ? value : undefined
}
