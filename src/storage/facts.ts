import type { KnownBeginning } from './message-store.ts'
import type { ChangeRow, LeaseRow, MessageRow, PartRow, PositionRow, SessionRow, StateRow, TurnRow } from './rows.ts'

/**
 * The facts that a decision or a read needs of one session, as plain data, so that a backend can fetch them in one round
 * trip. The session's row and the floors are always included.
 */
export interface FactNeeds {
  readonly sessionID: string
  readonly lease?: boolean
  /**
   * Every message without its content, also those no longer in the conversation. With a `KnownBeginning` that the session has
   * (`behindKnown`), the messages after that beginning are enough.
   */
  readonly positions?: boolean | KnownBeginning
  /** Messages of the conversation with their content: all, or those at these indexes that exist. */
  readonly contents?: 'all' | readonly number[]
  /** All, or only those with edits: a `replace` has none, and some clients replace their history with every turn. */
  readonly changes?: boolean | 'edited'
  readonly parts?: 'all' | readonly PartKey[]
  readonly turn?: string
  readonly turns?: boolean
  readonly state?: { readonly owner: string; readonly key: string }
  readonly states?: boolean
  readonly attempt?: { readonly fingerprint: string; readonly rung: string }
}

/** Names one execution of a tool call: the given occurrence, or the newest. */
export interface PartKey {
  readonly callId: string
  readonly occurrence?: number | undefined
}

/** The answer to {@link FactNeeds}. What was not asked for is null, false or empty. */
export interface Facts {
  /** Null: never heard of. With `removedAt` it is a tombstone. */
  readonly session: SessionRow | null
  /** Highest revision and lease token of rows that no longer exist: a new session or lease must exceed them. */
  readonly floors: { readonly revision: number; readonly token: number }
  readonly lease: LeaseRow | null
  /** In any order. */
  readonly positions: readonly PositionRow[]
  /** In the order of the conversation. */
  readonly contents: readonly MessageRow[]
  /** Oldest first. */
  readonly changes: readonly ChangeRow[]
  /** `'all'`: in the order in which they were first recorded; by keys: one for each known key, in any order. */
  readonly parts: readonly PartRow[]
  readonly turn: TurnRow | null
  /** Oldest first. */
  readonly turns: readonly TurnRow[]
  readonly state: StateRow | null
  /** By owner, then key. */
  readonly states: readonly StateRow[]
  readonly isAttempted: boolean
}

/** The facts (besides the session's row) when nothing else was needed. */
export const noFacts: Omit<Facts, 'session'> = {
  floors: { revision: 0, token: 0 },
  lease: null,
  positions: [],
  contents: [],
  changes: [],
  parts: [],
  turn: null,
  turns: [],
  state: null,
  states: [],
  isAttempted: false,
}
