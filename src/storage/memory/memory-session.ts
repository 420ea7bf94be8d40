import type { ChangeRow, MessageRow, PartRow, PositionRow, SessionRow } from '../store-rows.ts'

/** Everything of one session. `size` counts characters of JSON text. */
export interface MemorySession {
  row: SessionRow
  size: number
  readonly messages: Map<number, MessageRow>
  positions: PositionRow[]
  changes: ChangeRow[]
  readonly parts: Map<string, PartRow>
  /** Call id to its newest occurrence. */
  readonly occurrences: Map<string, number>
  readonly attempts: Set<string>
  readonly meta: Map<string, string>
}

export function emptySession(row: SessionRow): MemorySession {
  return {
    row,
    size: 0,
    messages: new Map(),
    positions: [],
    changes: [],
    parts: new Map(),
    occurrences: new Map(),
    attempts: new Set(),
    meta: new Map(),
  }
}
