import type { Outcome } from './decision.ts'
import type { FactNeeds, Facts } from './facts.ts'
import type { ChangeRow, NamedState, SessionRow, TurnRow } from './rows.ts'
import type { StoreError } from './store-error.ts'

/** A place where a prefix digest of a caller is known. */
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

/** That a session is there, and what it holds, or why that cannot be read. */
export type ListedSession =
  | { readonly session: SessionRow; readonly partCount: number; readonly unreadable?: undefined }
  | { readonly sessionID: string; readonly unreadable: StoreError }

/**
 * What a database has to offer to become a `SessionStore` (`storeOver`): it loads facts and applies changes, and knows no
 * rule. Everything may be asynchronous, and calls of one store run in the order in which they were made.
 */
export interface StoreBackend {
  /** The file, for errors. */
  readonly path?: string
  /**
   * One transaction, isolated from all others of the same session: loads what is needed, decides, applies all changes of
   * the outcome or none. Resolves when they are durable (I8). `decide` is pure and synchronous and may be called again
   * when the transaction has to be repeated. A refusal changes nothing and is passed on.
   */
  run<Result>(needs: FactNeeds, decide: (facts: Facts) => Outcome<Result>): Promise<Outcome<Result>>
  /** The facts at one moment. */
  load(needs: FactNeeds): Promise<Facts>
  /** Living sessions, in any order. */
  sessions(): Promise<readonly ListedSession[]>
  /** How many living sessions there are, and those of them that were changed last. Without it `sessions` is cut. */
  newest?(limit: number): Promise<{
    readonly total: number
    readonly sessions: readonly ListedSession[]
  }>
  /** All turns of living sessions that have no final state, in any order; a backend may leave out all but so many of the oldest. */
  pendingTurns(limit?: number): Promise<readonly { readonly sessionID: string; readonly turn: TurnRow }[]>
  /**
   * Where these digests are known. A backend may cut the list of each digest off after sixteen: those whose `head` it is come
   * first, then the most recently changed.
   */
  prefixes(digests: readonly string[]): Promise<readonly KnownPrefix[]>
  /** The values under one key of one owner, over all living sessions, in any order. */
  statesNamed(owner: string, key: string): Promise<readonly NamedState[]>
  /** The session that a response id belongs to. */
  reference(id: string): Promise<string | null>
  close(): Promise<void>
}
