import type { Edit } from '../transcript/edit.ts'
import type { NamedState } from './rows.ts'
import type { Decision } from './decision.ts'
import type { AttemptStore } from './attempt-store.ts'
import type { LeaseStore } from './lease.ts'
import type { MessageStore } from './message-store.ts'
import type { PartStore } from './part-store.ts'
import type { StateStore } from './state-store.ts'
import type { TurnStore } from './turn-store.ts'
import type { WriteOptions } from './write-options.ts'

/** The revision on which a repair was planned, and why it is written. */
export interface TransactOptions extends WriteOptions {
  /** The revision on which the edits were planned. */
  readonly expect: number
  /** Kept with the undo record: why, by whom. Small JSON. */
  readonly meta?: unknown
}

/** A committed repair. `undoId` is null when there were no edits: then nothing was written (I1). */
export interface Transaction {
  readonly revision: number
  readonly undoId: string | null
}

/** An undone repair. Undoing `undoId` brings the repair back. */
export interface UndoneTransaction {
  readonly revision: number
  readonly undoId: string
  /** The transaction that was undone. */
  readonly undone: string
}

/**
 * Where conversations and tool calls live. All methods are asynchronous, may throw a `StoreError`, and run in the order
 * in which they were called.
 */
export interface SessionStore {
  readonly messages: MessageStore
  readonly parts: PartStore
  readonly turns: TurnStore
  readonly state: StateStore
  readonly leases: LeaseStore
  readonly attempts: AttemptStore

  /**
   * Commits a repair together with its undo record, or nothing of it. Throws `stale_revision`, `lease_lost`,
   * `invalid_edit` (an edit does not fit the stored messages) or `not_found`.
   *
   * @example
   * const { revision, messages } = (await store.messages.load('s1'))!
   * const { edits } = repair(messages.map((message) => message.raw), { format: 'anthropic-messages' })
   * const { undoId } = await store.transact('s1', edits, { expect: revision })
   */
  transact(sessionID: string, edits: readonly Edit[], options: TransactOptions): Promise<Transaction>

  /**
   * Restores what a transaction changed, exactly (I7): the newest that is not undone yet, or the given one. Messages
   * appended since stay. Throws `undo_conflict` when newer changes touch the same messages, `not_found` when there is
   * nothing to undo.
   */
  undo(sessionID: string, undoId?: string, options?: WriteOptions): Promise<UndoneTransaction>

  /**
   * Runs a decision of the caller in the same way as the store's own: facts, decision and changes in one transaction. For
   * atomic commands that no method offers, such as taking over a session together with its state.
   */
  execute<Command, Result>(decision: Decision<Command, Result>, command: Command): Promise<Result>
  /** The values under a key of an owner, in every session that has one, whether they have expired or not; by session id. */
  statesNamed(owner: string, key: string): Promise<readonly NamedState[]>

  /** Finishes running calls and releases the file. Later calls throw `closed`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
