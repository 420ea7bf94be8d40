import { LRUCache } from 'lru-cache'
import type { Change } from '../change.ts'
import type { SessionRow } from '../rows.ts'
import type { Statements } from './statements.ts'

/** How many sessions are kept: few, since each row may contain a long standing request. */
const most = 16

/**
 * Session rows as this connection has written them, valid until another connection commits. `PRAGMA data_version` tells of that;
 * SQLite trusts its page cache as long. Without this cache each append would read back and check the row that the append before it
 * wrote, including a long standing request.
 */
export class OwnSessions {
  readonly #rows: LRUCache<string, SessionRow> = new LRUCache({ max: most })
  #version: unknown

  /** Whether another connection has committed. Must be called first in each transaction. */
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

  /** To be called after a failed transaction: the next one then assumes that everything has changed. */
  forget(): void {
    this.#version = undefined
  }

  /** To be called after these changes were committed. */
  keep(changes: readonly Change[]): void {
    for (const change of changes)
      if (change.type === 'session_saved' || change.type === 'session_removed')
        this.#rows.set(change.sessionID, change.session)
  }
}
