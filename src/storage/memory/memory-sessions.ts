import { LRUCache } from 'lru-cache'
import { StoreError } from '../store-error.ts'
import type { LeaseRow } from '../store-rows.ts'
import { DigestIndex } from './digest-index.ts'
import type { MemorySession } from './memory-session.ts'

interface Entry {
  readonly session: MemorySession
}

type Texts = readonly (string | null | undefined)[]

/** Characters that a row costs besides its text. */
const ROW_OVERHEAD = 200

const sizeOf = (texts: Texts): number =>
  texts.reduce<number>((sum, text) => (text == null ? sum : sum + text.length + ROW_OVERHEAD), 0)

/**
 * The sessions of a memory store, bounded. The least recently used one goes first; a session under a live lease is
 * kept aside, so that nothing evicts it in the middle of its recovery (I9).
 */
export class MemorySessions {
  readonly leases: Map<string, LeaseRow> = new Map()
  readonly prefixes: DigestIndex = new DigestIndex()
  readonly formerHeads: DigestIndex = new DigestIndex()
  /** Highest revision of any session that is gone. */
  revisionFloor = 0
  readonly #maxSize: number
  readonly #now: () => number
  readonly #pinned: Map<string, MemorySession> = new Map()
  readonly #cache: LRUCache<string, Entry>
  /** Created in the transaction that runs: they evict nothing before it has succeeded. */
  readonly #fresh: Map<string, MemorySession> = new Map()

  constructor(limits: { readonly maxSessions: number; readonly maxSize: number }, now: () => number) {
    this.#maxSize = limits.maxSize
    this.#now = now
    this.#cache = new LRUCache({
      max: limits.maxSessions,
      maxSize: limits.maxSize,
      sizeCalculation: ({ session }) => session.size + ROW_OVERHEAD,
      dispose: ({ session }, _sessionID, reason) => {
        if (reason === 'evict') this.#forget(session)
      },
    })
  }

  get(sessionID: string): MemorySession | undefined {
    return this.#fresh.get(sessionID) ?? this.#pinned.get(sessionID) ?? this.#cache.get(sessionID)?.session
  }

  all(): MemorySession[] {
    return [...this.#pinned.values(), ...[...this.#cache.values()].map(({ session }) => session)]
  }

  create(session: MemorySession): void {
    this.#fresh.set(session.row.sessionID, session)
  }

  /** Ends a transaction. */
  settle(isCommitted: boolean): void {
    const created = [...this.#fresh.values()]
    this.#fresh.clear()
    if (isCommitted) for (const session of created) this.#place(session)
  }

  /** Puts a session where it belongs now: aside under a live lease, else into the cache as the most recently used. */
  #place(session: MemorySession): void {
    const { sessionID } = session.row
    if (this.#fresh.has(sessionID)) return
    const lease = this.leases.get(sessionID)
    if (lease && lease.expiresAt > this.#now()) {
      this.#pinned.set(sessionID, session)
      this.#cache.delete(sessionID)
    } else {
      this.#pinned.delete(sessionID)
      // The cache compares sizes only when it is given another entry.
      this.#cache.set(sessionID, { session })
    }
  }

  remove(sessionID: string): void {
    const session = this.get(sessionID)
    if (session) this.#forget(session)
    this.#pinned.delete(sessionID)
    this.#cache.delete(sessionID)
  }

  /** Counts texts that are about to be stored. Throws `too_large` and changes nothing when the session would not fit. */
  grow(session: MemorySession, added: Texts, removed: Texts = []): void {
    const { sessionID } = session.row
    const size = session.size + sizeOf(added) - sizeOf(removed)
    if (size + ROW_OVERHEAD > this.#maxSize && size > session.size)
      throw new StoreError({
        code: 'too_large',
        message: `Session ${JSON.stringify(sessionID)} would exceed the memory store's ${this.#maxSize} characters.`,
        sessionID,
      })
    session.size = size
    this.#place(session)
  }

  putLease(sessionID: string, lease: LeaseRow): void {
    this.leases.set(sessionID, lease)
    const session = this.get(sessionID)
    if (session) this.#place(session)
    // A holder that died never gives its lease back, so its session is released by whoever comes next.
    for (const other of this.#pinned.values()) this.#place(other)
  }

  deleteLease(sessionID: string): void {
    this.leases.delete(sessionID)
    const session = this.#pinned.get(sessionID)
    if (session) this.#place(session)
  }

  #forget({ row: { sessionID, revision }, positions, changes }: MemorySession): void {
    this.revisionFloor = Math.max(this.revisionFloor, revision)
    for (const { digest } of positions) this.prefixes.delete(digest, sessionID)
    for (const { formerHead } of changes) this.formerHeads.delete(formerHead, sessionID)
    const lease = this.leases.get(sessionID)
    if (lease && lease.expiresAt <= this.#now()) this.leases.delete(sessionID)
  }
}
