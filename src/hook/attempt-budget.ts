import { LRUCache } from 'lru-cache'
import type { SessionStore } from '../storage/session-store.ts'
import { type Rung, rungs } from '../lint/define-strategy.ts'

/**
 * Keeps recoveries from looping (I9): each fault fingerprint is tried once per rung, and a session has a budget until one of
 * its turns succeeds. With a store the rungs are counted across processes.
 */
export class AttemptBudget {
  readonly #store: SessionStore | undefined
  readonly #limit: number
  readonly #spent: LRUCache<string, number>
  readonly #tried: LRUCache<string, true>
  /** Sessions whose attempts are known to be cleared, in the store too: a healthy turn then costs no write. */
  readonly #clean: LRUCache<string, true>

  constructor(store: SessionStore | undefined, limit: number, maxSessions: number) {
    this.#store = store
    this.#limit = limit
    this.#spent = new LRUCache({ max: maxSessions })
    this.#clean = new LRUCache({ max: maxSessions })
    this.#tried = new LRUCache({ max: maxSessions * rungs.length })
  }

  /** The first rung that was not tried yet for this fault; null when nothing is left to try. */
  async take(sessionID: string, fingerprint: string): Promise<Rung | null> {
    const spent = this.#spent.get(sessionID) ?? 0
    if (spent >= this.#limit) return null
    for (const rung of rungs) {
      if (!(await this.#isFirst(sessionID, fingerprint, rung))) continue
      this.#spent.set(sessionID, spent + 1)
      this.#clean.delete(sessionID)
      return rung
    }
    return null
  }

  /** A turn has succeeded: the session has its whole budget again. */
  async restore(sessionID: string): Promise<void> {
    if (this.#clean.has(sessionID)) return
    this.#clean.set(sessionID, true)
    this.#spent.delete(sessionID)
    for (const key of this.#tried.keys()) if (key.startsWith(`${sessionID}\n`)) this.#tried.delete(key)
    await this.#store?.attempts.clear(sessionID)
  }

  async #isFirst(sessionID: string, fingerprint: string, rung: Rung): Promise<boolean> {
    const key = `${sessionID}\n${fingerprint}\n${rung}`
    if (this.#tried.has(key)) return false
    this.#tried.set(key, true)
    return this.#store === undefined || (await this.#store.attempts.take(sessionID, fingerprint, rung))
  }
}
