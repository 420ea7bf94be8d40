import type { SessionFinding } from '../session-finding.ts'
import type { GraphNode } from './claude-record.ts'

/** The graph that one pass over a transcript builds. */
export interface ClaudeGraph {
  /** In the order of the file; of two records with one uuid only the valid one. */
  readonly nodes: readonly GraphNode[]
  readonly byUuid: ReadonlyMap<string, GraphNode>
  /** Offsets of lines that repeat another one word for word. */
  readonly repeated: ReadonlySet<number>
  /** Records that could be read only leniently, by offset. */
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly crlf: boolean
  readonly findings: readonly SessionFinding[]
  readonly version: string | undefined
  readonly sessionId: string | undefined
  readonly model: string | undefined
}
