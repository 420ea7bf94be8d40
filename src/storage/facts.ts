import type { KnownBeginning } from './message-store.ts'
import type { ChangeRow, LeaseRow, MessageRow, PartRow, PositionRow, SessionRow, StateRow, TurnRow } from './rows.ts'

/**
 * What a decision or a read must know of one session, as plain data, so that a backend can fetch it in one round trip.
 * The session's row and the floors always belong to it.
 */
export interface FactNeeds {
  readonly sessionID: string
  readonly lease?: boolean
  /**
   * Every message without its content, also those out of the conversation. Of a session that begins as is told (`behindKnown`)
   * those behind that are enough.
   */
  readonly positions?: boolean | KnownBeginning
  /** Messages of the conversation with their content: all, or those at these indexes that exist. */
  readonly contents?: 'all' | readonly number[]
  /** All, or those that hold edits: a history that was replaced has none, and some clients replace theirs with every turn. */
  readonly changes?: boolean | 'edited'
  readonly parts?: 'all' | readonly PartKey[]
  readonly turn?: string
  readonly turns?: boolean
  readonly state?: { readonly owner: string; readonly key: string }
  readonly states?: boolean
  readonly attempt?: { readonly fingerprint: string; readonly rung: string }
}

/** One execution of a tool call: the given occurrence, or the newest. */
export interface PartKey {
  readonly callId: string
  readonly occurrence?: number | undefined
}

/** The answer to {@link FactNeeds}. What was not asked for is null, false or empty. */
export interface Facts {
  /** Null: never heard of. With `removedAt` it is a tombstone. */
  readonly session: SessionRow | null
  /** What a new session or lease must exceed although the rows that had it are gone. */
  readonly floors: { readonly revision: number; readonly token: number }
  readonly lease: LeaseRow | null
  /** In any order. */
  readonly positions: readonly PositionRow[]
  /** In the order of the conversation. */
  readonly contents: readonly MessageRow[]
  /** Oldest first. */
  readonly changes: readonly ChangeRow[]
  /** All in the order in which they were first recorded; else one for each of the keys that is known, in any order. */
  readonly parts: readonly PartRow[]
  readonly turn: TurnRow | null
  /** Oldest first. */
  readonly turns: readonly TurnRow[]
  readonly state: StateRow | null
  /** By owner, then key. */
  readonly states: readonly StateRow[]
  readonly isAttempted: boolean
}

/** Facts about a session of which nothing else was asked. */
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
