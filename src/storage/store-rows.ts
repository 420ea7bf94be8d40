import type { Loss } from '../faults/loss.ts'
import type { PartStatus } from './part-store.ts'

/*
 * What a store keeps, as plain rows. The logic of the stores is written once, over these rows; a backend only keeps them.
 * All JSON is text here. A message row never changes: repairs add rows and change positions, so that undo restores the
 * former rows themselves (I7).
 */

export interface SessionRow {
  readonly sessionID: string
  readonly revision: number
  readonly count: number
  /** Prefix digest of the whole conversation; `''` when it is empty. */
  readonly head: string
  readonly createdAt: number
  readonly updatedAt: number
}

export interface MessageRow {
  /** JSON of the meta without `sessionID` and `seq`. */
  readonly meta: string
  readonly raw: string
  readonly contentDigest: string
}

/** A message row at its place in the conversation. `digest` is the prefix digest up to here. */
export interface PositionRow {
  readonly key: number
  readonly contentDigest: string
  readonly digest: string
}

export interface PlacedMessageRow extends MessageRow, PositionRow {}

/** An edit whose contents are message rows. */
export interface RowEdit {
  readonly op: 'replace' | 'remove' | 'insert'
  readonly index: number
  readonly before: number | null
  readonly after: number | null
  readonly because: readonly string[]
  readonly loss: Loss
}

/** One change other than an append. Its id is `u` and the revision it led to. */
export interface ChangeRow {
  readonly revision: number
  readonly kind: 'transact' | 'undo' | 'replace'
  /** The first position that the change touches. */
  readonly from: number
  /** Revision of the change that this one undoes. */
  readonly undoes: number | null
  readonly undoneBy: number | null
  readonly meta: string | null
  readonly createdAt: number
  /** `head` before the change: callers that have not adopted it are still recognised. */
  readonly formerHead: string
  /** Empty for `replace`, which cannot be undone. */
  readonly edits: readonly RowEdit[]
}

export interface PartRow {
  readonly callId: string
  readonly occurrence: number
  readonly name: string
  readonly input: string | null
  readonly status: PartStatus
  readonly output: string | null
  readonly isError: boolean | null
  readonly synthetic: boolean
  readonly startedAt: number | null
  readonly endedAt: number | null
}

export interface LeaseRow {
  readonly owner: string
  readonly token: number
  readonly expiresAt: number
}

/** The rows inside one transaction of a backend. */
export interface StoreRows {
  session(sessionID: string): SessionRow | undefined
  sessions(): { readonly session: SessionRow; readonly partCount: number }[]
  saveSession(session: SessionRow): void
  removeSession(sessionID: string): void
  /** The revision below which sessions of this store have been before: a session created anew never repeats one. */
  revisionFloor(): number

  messages(sessionID: string): PlacedMessageRow[]
  message(sessionID: string, key: number): MessageRow
  /** Positions from an index on. */
  positions(sessionID: string, from: number): PositionRow[]
  /** All or nothing, and before any other write of the transaction: this is what may exceed the size of a store. */
  addMessages(sessionID: string, messages: readonly MessageRow[]): number[]
  /** Replaces all positions from an index on. */
  setPositions(sessionID: string, from: number, positions: readonly PositionRow[]): void
  /** Deletes those of the given message rows that neither a position nor an undo record needs. */
  dropMessages(sessionID: string, keys: readonly number[]): void
  /** The session that has this prefix digest: one that ends with it before others, then the newest. */
  sessionWithPrefix(digest: string): string | undefined
  /** The session that once ended with this digest. */
  sessionWithFormerHead(digest: string): string | undefined

  addChange(sessionID: string, change: ChangeRow): void
  /** Changes after a revision, oldest first. */
  changesAfter(sessionID: string, revision: number): ChangeRow[]
  change(sessionID: string, revision: number): ChangeRow | undefined
  newestTransact(sessionID: string): ChangeRow | undefined
  markUndone(sessionID: string, revision: number, undoneBy: number | null): void

  part(sessionID: string, callId: string, occurrence?: number): PartRow | undefined
  parts(sessionID: string): PartRow[]
  putPart(sessionID: string, part: PartRow): void

  lease(sessionID: string): LeaseRow | undefined
  putLease(sessionID: string, lease: LeaseRow): void
  deleteLease(sessionID: string): void
  nextToken(): number

  /** False when it was there before. */
  addAttempt(sessionID: string, fingerprint: string, rung: string): boolean
  clearAttempts(sessionID: string): void

  meta(sessionID: string, key: string): string | undefined
  putMeta(sessionID: string, key: string, value: string | null): void
}

/** Keeps rows. `work` is synchronous, so that a transaction never spans a turn of the event loop; it may run again when the file was locked. */
export interface StoreBackend {
  read<T>(work: (rows: StoreRows) => T): Promise<T>
  write<T>(work: (rows: StoreRows) => T): Promise<T>
  close(): Promise<void>
}
