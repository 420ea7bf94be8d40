import type { Edit } from '../transcript/edit.ts'
import type { Lease, LeaseOptions } from './lease.ts'
import type { MessageStore } from './message-store.ts'
import type { PartStore } from './part-store.ts'

export interface TransactOptions {
  /** The revision on which the edits were planned. */
  readonly expect: number
  /** Kept with the undo record: why, by whom. Small JSON. */
  readonly meta?: unknown
  /** Refuse with `lease_lost` when this lease has been taken over or given back. */
  readonly lease?: { readonly token: number }
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

/** Small JSON values per session: what a resume needs, what later requests must carry, host data. */
export interface SessionMeta {
  /** The value, or undefined. */
  get(sessionID: string, key: string): Promise<unknown>
  /** Stores a value; `undefined` removes it. */
  set(sessionID: string, key: string, value: unknown): Promise<void>
}

/**
 * Where conversations and tool calls live. All methods are asynchronous, may throw a `StoreError`, and run in the order
 * in which they were called.
 */
export interface SessionStore {
  readonly messages: MessageStore
  readonly parts: PartStore
  readonly meta: SessionMeta

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
  undo(sessionID: string, undoId?: string): Promise<UndoneTransaction>

  /** Takes the session for one recovery (I9); null while another holder's lease is alive. */
  lease(sessionID: string, options: LeaseOptions): Promise<Lease | null>

  /** True the first time a fault fingerprint is tried on a rung of the ladder; afterwards false, in every process (I9). */
  attempt(sessionID: string, fingerprint: string, rung: string | number): Promise<boolean>
  clearAttempts(sessionID: string): Promise<void>

  /** Finishes what is under way and frees the file. Later calls throw `closed`. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
