import { LRUCache } from 'lru-cache'
import type { SessionState } from '../state/session-state.ts'
import { ROW_OVERHEAD } from '../state/size-of-changes.ts'

interface Entry {
  readonly session: SessionState
  readonly size: number
}

export interface MemoryLimits {
  readonly maxSessions: number
  readonly maxSize: number
}

/**
 * The sessions of a memory store, within limits. The least recently used one is evicted first. A session under a live lease is
 * kept aside: it is not evicted in the middle of its recovery (I9) and does not count.
 */
export class MemorySessions {
  readonly #cache: LRUCache<string, Entry>
  readonly #aside: Map<string, Entry> = new Map()
  readonly #maxSessions: number

  constructor({ maxSessions, maxSize }: MemoryLimits, onEvict: (session: SessionState) => void) {
    this.#maxSessions = maxSessions
    // Not by LRUCache's `max`: it allocates that many slots at once, too many where a huge number stands for "no limit".
    this.#cache = new LRUCache({
      maxSize,
      sizeCalculation: ({ size }) => size + ROW_OVERHEAD,
      dispose: ({ session }, _sessionID, reason) => {
        if (reason === 'evict') onEvict(session)
      },
    })
  }

  get(sessionID: string): SessionState | undefined {
    return this.#entry(sessionID)?.session
  }

  sizeOf(sessionID: string): number {
    return this.#entry(sessionID)?.size ?? 0
  }

  /** Adds a new session, aside at first, so that it evicts nothing before its transaction is over. */
  set(sessionID: string, session: SessionState): void {
    this.#aside.set(sessionID, { session, size: 0 })
  }

  delete(sessionID: string): void {
    this.#aside.delete(sessionID)
    this.#cache.delete(sessionID)
  }

  *values(): Iterable<SessionState> {
    for (const { session } of this.#aside.values()) yield session
    for (const { session } of this.#cache.values()) yield session
  }

  /** Ends a transaction on a session, and moves sessions back into the cache when their leases have ended. */
  settle(sessionID: string, size: number, isHeld: (sessionID: string) => boolean): void {
    const entry = this.#entry(sessionID)
    if (entry) this.#aside.set(sessionID, { ...entry, size })
    // A holder that died never releases its lease, so each transaction looks for sessions whose lease has expired.
    for (const [id, kept] of this.#aside) {
      if (isHeld(id)) this.#cache.delete(id)
      else {
        this.#aside.delete(id)
        this.#cache.set(id, kept)
        if (this.#cache.size > this.#maxSessions) this.#cache.pop()
      }
    }
  }

  #entry(sessionID: string): Entry | undefined {
    return this.#aside.get(sessionID) ?? this.#cache.get(sessionID)
  }
}
