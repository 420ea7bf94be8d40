/** What the store knows about a message besides the message. Host extras are any JSON. */
export interface StoredMessageMeta {
  readonly id: string
  readonly sessionID: string
  readonly role: string
  /** Position in the session, from 0. */
  readonly seq: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly [extra: string]: unknown
}

/** A message as the store returns it: `raw` is the provider's own JSON, key order and broken unicode included. */
export interface StoredMessage {
  readonly meta: StoredMessageMeta
  readonly raw: unknown
}

/** A message as the caller gives it. What `meta` leaves out is filled in; a {@link StoredMessage} can be given back as it is. */
export interface NewMessage {
  readonly raw: unknown
  readonly meta?: Readonly<Record<string, unknown>> & {
    readonly id?: string
    readonly role?: string
    readonly createdAt?: number
  }
}

export interface StoredSession {
  /** Grows with every change of the messages; what `expect` compares. */
  readonly revision: number
  readonly messages: StoredMessage[]
}

export interface SessionSummary {
  readonly sessionID: string
  /** 0 while the session has no messages yet. */
  readonly revision: number
  readonly messageCount: number
  readonly partCount: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
}

export interface PrefixMatch {
  readonly sessionID: string
  /** How many of the given messages are known. */
  readonly length: number
  /** False when they match the session as it was before a repair or a replacement: its caller has not adopted that yet. */
  readonly current: boolean
}

/**
 * The conversations. Every method may throw a `StoreError`; `expect` refuses with `stale_revision` when the session has
 * another revision (0: must not exist yet).
 */
export interface MessageStore {
  /** The whole conversation in one consistent state; null when the session never had messages. */
  load(sessionID: string): Promise<StoredSession | null>

  /**
   * Adds messages at the end and returns the new revision. Appending nothing writes nothing.
   *
   * @example
   * await store.messages.append('s1', [{ raw: { role: 'user', content: 'hi' } }])
   */
  append(sessionID: string, messages: readonly NewMessage[], options?: { readonly expect?: number }): Promise<number>

  /** Adopts a whole history (host compaction). The common prefix keeps its rows; what is replaced cannot be undone. */
  replace(sessionID: string, messages: readonly NewMessage[], options: { readonly expect: number }): Promise<number>

  /** All sessions, the most recently changed first. */
  list(): Promise<SessionSummary[]>

  /** Removes the session with its parts, undo records, attempts and meta. False when there was none. */
  remove(sessionID: string): Promise<boolean>

  /**
   * The session that knows the longest prefix of a conversation; of several, one that ends there, then the newest.
   * `digests[i]` is the digest of the first i + 1 messages, see `prefixDigests`.
   */
  findByPrefix(digests: readonly string[]): Promise<PrefixMatch | null>
}
