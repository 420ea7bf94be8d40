import type { ChangeRow, MessageRow, PartRow, PrefixRow, SessionRow, StateRow, TurnRow } from '../rows.ts'

/** The projection of one session. */
export interface SessionState {
  row: SessionRow
  readonly messages: Map<number, MessageRow>
  /** Keys of the conversation, in order. */
  readonly order: number[]
  readonly changes: ChangeRow[]
  readonly prefixes: PrefixRow[]
  /** By {@link pairKey} of occurrence and call id. */
  readonly parts: Map<string, PartRow>
  /** Call id to its newest occurrence. */
  readonly occurrences: Map<string, number>
  readonly turns: Map<string, TurnRow>
  /** By {@link pairKey} of owner and key. */
  readonly states: Map<string, StateRow>
  /** {@link pairKey} of fingerprint and rung. */
  readonly attempts: Set<string>
  /** Ids of responses. */
  readonly references: Set<string>
}

/** A map key of two strings; the length in front tells where the first ends, so different pairs have different keys. */
export const pairKey = (first: string | number, second: string): string => `${String(first).length} ${first}${second}`

/** The two strings of a {@link pairKey}. */
export function pairOf(key: string): [first: string, second: string] {
  const start = key.indexOf(' ') + 1
  const end = start + Number.parseInt(key, 10)
  return [key.slice(start, end), key.slice(end)]
}

export function emptySession(row: SessionRow): SessionState {
  return {
    row,
    messages: new Map(),
    order: [],
    changes: [],
    prefixes: [],
    parts: new Map(),
    occurrences: new Map(),
    turns: new Map(),
    states: new Map(),
    attempts: new Set(),
    references: new Set(),
  }
}
