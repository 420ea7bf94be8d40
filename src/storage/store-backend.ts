import type { Outcome } from './decision.ts'
import type { FactNeeds, Facts } from './facts.ts'
import type { ChangeRow, NamedState, SessionRow, TurnRow } from './rows.ts'
import type { StoreError } from './store-error.ts'

/** A session that knows a prefix digest of a caller. */
export interface KnownPrefix {
  readonly digest: string
  readonly session: SessionRow
  /**
   * Revision at which the digest was that of a prefix of the session; null: it is only the former head of a change.
   */
  readonly revision: number | null
  /** All changes after that revision, oldest first, without their edits. */
  readonly changes: readonly Omit<ChangeRow, 'edits'>[]
}

/** A session of a listing, or why it cannot be read. */
export type ListedSession =
  | { readonly session: SessionRow; readonly partCount: number; readonly unreadable?: undefined }
  | { readonly sessionID: string; readonly unreadable: StoreError }

/**
 * What a database must implement to become a `SessionStore` (`storeOver`): it loads facts and applies changes, and knows no
 * rule. Everything may be asynchronous; calls to one store run in the order in which they were made.
 */
export interface StoreBackend {
  /** The store's file, for error messages. */
  readonly path?: string
  /**
   * One transaction, isolated from all others of the same session: loads what is needed, decides, applies all changes of
   * the outcome or none. Resolves when they are durable (I8). `decide` is pure and synchronous and may be called again
   * when the transaction has to be repeated. A refusal changes nothing and is passed on.
   */
  run<Result>(needs: FactNeeds, decide: (facts: Facts) => Outcome<Result>): Promise<Outcome<Result>>
  /** The facts, all read at the same moment. */
  load(needs: FactNeeds): Promise<Facts>
  /** Living sessions, in any order. */
  sessions(): Promise<readonly ListedSession[]>
  /** How many living sessions there are, and the `limit` most recently changed. Without it, `sessions` is called and cut off. */
  newest?(limit: number): Promise<{
    readonly total: number
    readonly sessions: readonly ListedSession[]
  }>
  /** The turns of living sessions without a final state, in any order: all, or at least the `limit` oldest. */
  pendingTurns(limit?: number): Promise<readonly { readonly sessionID: string; readonly turn: TurnRow }[]>
  /**
   * The sessions that know these digests. A backend may cut off the list of each digest after sixteen (`mostKnown`): sessions
   * whose `head` it is come first, then the most recently changed.
   */
  prefixes(digests: readonly string[]): Promise<readonly KnownPrefix[]>
  /** The values under one key of one owner, over all living sessions, in any order. */
  statesNamed(owner: string, key: string): Promise<readonly NamedState[]>
  /** The session that a response id belongs to. */
  reference(id: string): Promise<string | null>
  close(): Promise<void>
}
