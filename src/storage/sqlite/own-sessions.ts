import { LRUCache } from 'lru-cache'
import type { Change } from '../change.ts'
import type { SessionRow } from '../rows.ts'
import type { Statements } from './statements.ts'

/** Sessions that are under way: each may hold a long standing request. */
const most = 16

/**
 * Rows of sessions as this connection has written them. They hold until another connection commits, which `PRAGMA data_version`
 * tells: until then SQLite trusts the pages of its own cache as well. Without it each append would read back, and check, the row that
 * the one before it wrote, with all that the session's standing request holds.
 */
export class OwnSessions {
  readonly #rows: LRUCache<string, SessionRow> = new LRUCache({ max: most })
  #version: unknown

  /** Whether another connection has committed. To be asked within each transaction, before anything else. */
  hasNews(sql: Statements): boolean {
    const version = Object(sql.get('PRAGMA data_version')).data_version
    if (version === this.#version) return false
    this.#rows.clear()
    this.#version = version
    return true
  }

  get(sessionID: string): SessionRow | undefined {
    return this.#rows.get(sessionID)
  }

  /** After a transaction that failed: the next one takes everything for new. */
  forget(): void {
    this.#version = undefined
  }

  /** After the commit of these changes. */
  keep(changes: readonly Change[]): void {
    for (const change of changes)
      if (change.type === 'session_saved' || change.type === 'session_removed')
        this.#rows.set(change.sessionID, change.session)
  }
}
