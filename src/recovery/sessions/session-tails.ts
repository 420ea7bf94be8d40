import { LRUCache } from 'lru-cache'
import { atMost } from '../../json/at-most.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { maxSessions } from './max-sessions.ts'
import { type SessionTail, storedTail } from './session-tail.ts'

/** The end of a session as this process last saw it. */
export interface KnownTail extends SessionTail {
  readonly revision: number
}

/** The ends of sessions: spares a load per turn. A write that was refused as stale must forget what is known here. */
export class SessionTails {
  readonly #store: SessionStore
  readonly #known = new LRUCache<string, KnownTail>(atMost(maxSessions))

  constructor(store: SessionStore) {
    this.#store = store
  }

  async get(sessionID: string): Promise<KnownTail> {
    const known = this.#known.get(sessionID)
    if (known) return known
    const stored = await this.#store.messages.load(sessionID)
    const tail = { ...storedTail(stored), revision: stored?.revision ?? 0 }
    this.set(sessionID, tail)
    return tail
  }

  set(sessionID: string, tail: KnownTail): void {
    this.#known.set(sessionID, tail)
  }

  forget(sessionID: string): void {
    this.#known.delete(sessionID)
  }
}
