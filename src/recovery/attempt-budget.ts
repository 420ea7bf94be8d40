import { LRUCache } from 'lru-cache'
import { atMost } from '../json/at-most.ts'
import { type Rung, rungs } from '../lint/define-strategy.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { askStore } from './ask-store.ts'
import type { TimeLimit } from './time-limit.ts'

/** What an {@link AttemptBudget} counts by. */
export interface BudgetSettings {
  readonly store: SessionStore | undefined
  /** Recoveries per session until one of its turns has succeeded. */
  readonly limit: number
  readonly maxSessions: number
  readonly timeLimit: TimeLimit
}

/**
 * Keeps recoveries from looping (I9): each fault fingerprint is tried once per rung, and a session has a budget until one of
 * its turns succeeds. With a store the rungs are counted across processes; a store that fails is passed over (I10).
 */
export class AttemptBudget {
  readonly #settings: BudgetSettings
  readonly #spent: LRUCache<string, number>
  readonly #tried: LRUCache<string, ReadonlySet<string>>
  /** Sessions whose attempts are known to be cleared, in the store too: a healthy turn then costs no write. */
  readonly #clean: LRUCache<string, true>

  constructor(settings: BudgetSettings) {
    const max = settings.maxSessions
    this.#settings = settings
    this.#spent = new LRUCache(atMost(max))
    this.#clean = new LRUCache(atMost(max))
    this.#tried = new LRUCache(atMost(max))
  }

  /** The first rung that was not tried yet for this fault; null when nothing is left to try. */
  async take(sessionID: string, fingerprint: string, isStored: boolean): Promise<Rung | null> {
    const spent = this.#spent.get(sessionID) ?? 0
    if (spent >= this.#settings.limit) return null
    for (const rung of rungs) {
      if (!(await this.#isFirst(sessionID, fingerprint, rung, isStored))) continue
      this.#spent.set(sessionID, spent + 1)
      this.#clean.delete(sessionID)
      return rung
    }
    return null
  }

  /** A turn has succeeded: the session has its whole budget again. Never throws. */
  async restore(sessionID: string, isStored: boolean): Promise<void> {
    if (this.#clean.has(sessionID)) return
    this.#spent.delete(sessionID)
    this.#tried.delete(sessionID)
    const { store } = this.#settings
    if (store !== undefined && isStored) {
      try {
        await askStore(this.#settings.timeLimit, () => store.attempts.clear(sessionID))
      } catch {
        // It cannot be written to now: the next healthy turn clears the attempts.
        return
      }
    }
    this.#clean.set(sessionID, true)
  }

  async #isFirst(sessionID: string, fingerprint: string, rung: Rung, isStored: boolean): Promise<boolean> {
    const key = `${fingerprint}\n${rung}`
    const tried = this.#tried.get(sessionID)
    if (tried?.has(key)) return false
    this.#tried.set(sessionID, new Set([...(tried ?? []), key]))
    const { store, timeLimit } = this.#settings
    if (store === undefined || !isStored) return true
    try {
      return await askStore(timeLimit, () => store.attempts.take(sessionID, fingerprint, rung))
    } catch {
      // What this process knows still bounds it.
      return true
    }
  }
}
