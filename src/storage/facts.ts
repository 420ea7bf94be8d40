import type { ChangeRow, LeaseRow, MessageRow, PartRow, PositionRow, SessionRow, StateRow, TurnRow } from './rows.ts'

/**
 * What a decision or a read must know of one session, as plain data, so that a backend can fetch it in one round trip.
 * The session's row and the floors always belong to it.
 */
export interface FactNeeds {
  readonly sessionID: string
  readonly lease?: boolean
  /** Every message without its content, also those out of the conversation. */
  readonly positions?: boolean
  /** Messages of the conversation with their content: all, or those at these indexes that exist. */
  readonly contents?: 'all' | readonly number[]
  readonly changes?: boolean
  /** The given occurrence, or the newest. */
  readonly part?: { readonly callId: string; readonly occurrence?: number | undefined }
  readonly parts?: boolean
  readonly turn?: string
  readonly turns?: boolean
  readonly state?: { readonly owner: string; readonly key: string }
  readonly states?: boolean
  readonly attempt?: { readonly fingerprint: string; readonly rung: string }
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
  readonly part: PartRow | null
  /** In the order in which they were first recorded. */
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
export const noFacts: Omit<Facts, 'session' | 'floors'> = {
  lease: null,
  positions: [],
  contents: [],
  changes: [],
  part: null,
  parts: [],
  turn: null,
  turns: [],
  state: null,
  states: [],
  isAttempted: false,
}
