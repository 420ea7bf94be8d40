import type { PartRecord } from './part-store.ts'
import type { StandingRequest } from './standing-request.ts'
import type { StoreError } from './store-error.ts'
import type { WriteOptions } from './write-options.ts'

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

/** A conversation as it is stored now. */
export interface StoredSession {
  /** Grows with every change of the messages; what `expect` compares. */
  readonly revision: number
  /** Grows with every intentional shrink: what is missing under the same epoch was lost, not removed (I14). */
  readonly epoch: number
  readonly messages: StoredMessage[]
}

/** A session without its messages. */
export interface SessionSummary {
  readonly sessionID: string
  /** 0 while the session has no messages yet. */
  readonly revision: number
  readonly epoch: number
  readonly messageCount: number
  readonly partCount: number
  /** Epoch ms. */
  readonly createdAt: number
  readonly updatedAt: number
  /** Why the session cannot be read, although it exists. Nothing else is known of it then, and its numbers are 0. */
  readonly unreadable?: StoreError
}

export interface AppendOptions extends WriteOptions {
  /** The revision that the session has: at any other one nothing is written (`stale_revision`). */
  readonly expect?: number
  /** States of tool calls, as `parts.recordAll` takes them: recorded in the same transaction, or not at all. */
  readonly parts?: readonly PartRecord[]
}

/** The beginning of a conversation, proven by its prefix digest (`prefixDigests`). */
export interface KnownBeginning {
  readonly length: number
  readonly digest: string
}

export interface ReplaceOptions extends AppendOptions {
  /** The revision that was read and is replaced: at any other one nothing is written (`stale_revision`). */
  readonly expect: number
  /** A beginning that the session and the given messages share: its rows stay as they are, and nothing of it is read. */
  readonly known?: KnownBeginning
}

export interface ReferenceOptions extends WriteOptions {
  /** The id of the response that this one continued; the store forgets it. */
  readonly replaces?: string | undefined
}

/** A session that begins with the messages that were asked for. */
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
  append(sessionID: string, messages: readonly NewMessage[], options?: AppendOptions): Promise<number>

  /**
   * Adopts a whole history (host compaction). The common prefix keeps its rows; what is replaced cannot be undone. A `known`
   * beginning costs nothing; one that the session or the list does not have is refused with `invalid_value`.
   */
  replace(sessionID: string, messages: readonly NewMessage[], options: ReplaceOptions): Promise<number>

  /**
   * All sessions, the most recently changed first; with equal times by id, in code unit order. A session that cannot be read
   * comes last, with `unreadable`, and does not fail the call. Only a journal has such sessions, since each is a folder of its
   * own; a damaged database file fails the whole call.
   */
  list(): Promise<SessionSummary[]>

  /** How many sessions there are, and the first `limit` of `list`: a database does both itself, without sending every row. */
  newest(limit: number): Promise<{ readonly total: number; readonly sessions: SessionSummary[] }>

  /**
   * Removes the session with all that belongs to it, and ends its lease. A tombstone stays: writers with an old revision
   * or lease are refused and cannot bring it back (I14). False when there was none.
   */
  remove(sessionID: string, options?: WriteOptions): Promise<boolean>

  /**
   * The session that knows the longest prefix of a conversation; of several, one that ends there, then the newest.
   * `digests[i]` is the digest of the first i + 1 messages, see `prefixDigests`.
   */
  findByPrefix(digests: readonly string[]): Promise<PrefixMatch | null>

  /** The session whose response has this id, where the server holds the conversation; null when it is not known. */
  findReference(responseID: string): Promise<string | null>
  /** Remembers which session a response belongs to, in place of the response that it continued. */
  setReference(sessionID: string, responseID: string, options?: ReferenceOptions): Promise<void>
  /** The fields and beta headers that every later request of the session must carry; null when there are none. */
  standing(sessionID: string): Promise<StandingRequest | null>
  setStanding(sessionID: string, standing: StandingRequest | null, options?: WriteOptions): Promise<void>
}
