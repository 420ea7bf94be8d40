import type { Loss } from '../faults/loss.ts'
import type { PartStatus } from './part-store.ts'
import type { Provenance, TurnState } from './turn-store.ts'

/*
 * What a store keeps, as plain JSON. The decisions work on these rows, so that their rules exist once; a backend only
 * stores them. The content of a message row never changes: repairs add rows and change places, so that undo brings the
 * former rows back as they were (I7).
 */

/** JSON as text, serialized at the call: later changes to the caller's object do not change what is stored. */
export type JsonText = string

export interface SessionRow {
  readonly sessionID: string
  /** Grows with every intentional shrink (I14): remove, clear, compact, undo, a repair that takes messages out. */
  readonly epoch: number
  /** 0 while there are no messages yet. */
  readonly revision: number
  /** Highest revision of removed sessions with this id: none of their revisions is used again. */
  readonly floor: number
  readonly count: number
  /** Prefix digest of the whole conversation; `''` when it is empty. */
  readonly head: string
  /** The next number for a message or a turn of this session. */
  readonly nextKey: number
  /** What every later request must carry (`StandingRequest`). */
  readonly standing: JsonText | null
  readonly createdAt: number
  readonly updatedAt: number
  /** Set on a tombstone: the session was removed, not lost (I14). */
  readonly removedAt: number | null
}

/** A message's position: messages are ordered by place. Null: not in the conversation, kept for an undo record. */
export interface PositionRow {
  readonly key: number
  readonly place: number | null
  readonly contentDigest: string
}

export interface MessageRow extends PositionRow {
  /** The meta without `sessionID` and `seq`. */
  readonly meta: JsonText
  readonly raw: JsonText
  /** Prefix digest of the conversation up to this message when it was appended; null for one that a repair wrote. */
  readonly prefix: string | null
  /** The revision that added it. */
  readonly revision: number
}

/** An edit that refers to messages by the keys of their rows. */
export interface RowEdit {
  readonly op: 'replace' | 'remove' | 'insert'
  readonly index: number
  readonly before: number | null
  readonly after: number | null
  readonly because: readonly string[]
  readonly loss: Loss
}

/** One change of messages other than an append. Its id is `u` and the revision it led to. */
export interface ChangeRow {
  readonly revision: number
  /** The session's epoch after it. */
  readonly epoch: number
  readonly kind: 'transact' | 'undo' | 'replace'
  /** The first position that the change touches. */
  readonly from: number
  /** Revision of the change that this one undoes. */
  readonly undoes: number | null
  readonly undoneBy: number | null
  readonly meta: JsonText | null
  readonly createdAt: number
  /** The session's `head` before the change: it recognises callers that still send the former history. */
  readonly formerHead: string
  /** Empty for `replace`, which cannot be undone. */
  readonly edits: readonly RowEdit[]
}

/** A prefix digest that a change has made; it recognises a caller's conversation. Appended messages carry theirs in their row. */
export interface PrefixRow {
  readonly digest: string
  readonly revision: number
}

export interface PartRow {
  readonly callId: string
  readonly occurrence: number
  readonly name: string
  readonly input: JsonText | null
  readonly status: PartStatus
  readonly output: JsonText | null
  readonly isError: boolean | null
  readonly synthetic: boolean
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface TurnRow {
  readonly turnID: string
  /** Order of turns within the session. */
  readonly key: number
  readonly state: TurnState
  readonly input: JsonText | null
  readonly tools: JsonText | null
  readonly data: JsonText | null
  readonly provenance: Provenance | null
  readonly createdAt: number
  readonly updatedAt: number
}

export interface StateRow {
  /** `''` for values without an owner. */
  readonly owner: string
  readonly key: string
  readonly value: JsonText
  readonly expiresAt: number | null
  readonly updatedAt: number
}

/** A state value with the session that it belongs to. */
export interface NamedState {
  readonly sessionID: string
  readonly state: StateRow
}

/** The newest lease of a session. Its row stays after its end, so that no token is given twice. */
export interface LeaseRow {
  /** Null: given back. */
  readonly owner: string | null
  readonly token: number
  readonly expiresAt: number
}
