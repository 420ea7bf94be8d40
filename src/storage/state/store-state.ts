import type { LeaseRow, SessionRow } from '../rows.ts'
import { PrefixIndex } from './prefix-index.ts'
import type { SessionState } from './session-state.ts'

/** The part of a `Map` that a projection needs; the memory store passes bounded ones. */
export interface Table<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): unknown
  delete(key: string): unknown
}

/** The projection of a whole store. */
export interface StoreState {
  readonly sessions: Table<SessionState> & { values(): Iterable<SessionState> }
  /** Rows of removed sessions. */
  readonly tombstones: Table<SessionRow>
  readonly leases: Table<LeaseRow>
  /** Response id to session. */
  readonly references: Table<string>
  readonly prefixes: PrefixIndex
  /** The highest numbers of rows that were dropped: they must not be given again. */
  readonly floors: { revision: number; token: number }
}

/** An unbounded state, for replaying all changes. */
export function emptyState(): StoreState {
  return {
    sessions: new Map(),
    tombstones: new Map(),
    leases: new Map(),
    references: new Map(),
    prefixes: new PrefixIndex(),
    floors: { revision: 0, token: 0 },
  }
}

/** Drops a session from the indexes over all sessions. */
export function forgetSession(state: StoreState, session: SessionState): void {
  state.prefixes.forget(session)
  for (const id of session.references)
    if (state.references.get(id) === session.row.sessionID) state.references.delete(id)
}
