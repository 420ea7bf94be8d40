import type { LeaseRow, SessionRow } from '../rows.ts'
import { PrefixIndex } from './prefix-index.ts'
import type { SessionState } from './session-state.ts'

/** What a projection needs of a map; a memory store bounds it. */
export interface Table<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): unknown
  delete(key: string): unknown
}

/** A whole store, as its changes have made it. */
export interface StoreState {
  readonly sessions: Table<SessionState> & { values(): Iterable<SessionState> }
  /** Rows of removed sessions. */
  readonly tombstones: Table<SessionRow>
  readonly leases: Table<LeaseRow>
  /** Response id to session. */
  readonly references: Table<string>
  readonly prefixes: PrefixIndex
  /** What is gone although its numbers must not come again. */
  readonly floors: { revision: number; token: number }
}

/** An unbounded state, for whoever replays all changes. */
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
