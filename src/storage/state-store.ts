import type { WriteOptions } from './write-options.ts'

export interface StateOwner {
  /** Each owner has its own keys: equal keys of different owners are different values. Default: no owner. */
  readonly owner?: string
}

/** How long a value lives, and whose it is. */
export interface SetStateOptions extends StateOwner, WriteOptions {
  /** After this time the value is no longer found. Default: never. */
  readonly ttlMs?: number
  /** Creates the session when there is none, for hosts that store a value before the first message. Default: refuse. */
  readonly create?: boolean
}

/** A value, or why there is none. */
export type FoundState =
  | { readonly found: true; readonly value: unknown }
  | { readonly found: false; readonly why: 'absent' | 'expired' | 'unknown_session' }

/** A value under its key, with the times of its last change and its expiry. */
export interface StateEntry {
  readonly key: string
  readonly owner?: string
  readonly value: unknown
  /** Epoch ms. */
  readonly updatedAt: number
  readonly expiresAt?: number
}

/** Small JSON values of agents and hosts, per session. */
export interface StateStore {
  /**
   * Stores a value; null is one. Throws `not_found` for a session that does not exist, `too_large` above 1 Mi
   * characters of JSON, `invalid_value` for a value that is not JSON or a `ttlMs` that is not a positive number.
   *
   * @example
   * await store.state.set('s1', 'phase', { step: 3 }, { owner: 'planner', ttlMs: 60_000 })
   */
  set(sessionID: string, key: string, value: unknown, options?: SetStateOptions): Promise<void>
  get(sessionID: string, key: string, options?: StateOwner): Promise<FoundState>
  /** Values that have not expired, by owner and key: of one owner, or of all. */
  list(sessionID: string, options?: StateOwner): Promise<StateEntry[]>
  /** Removes one key of an owner, or all keys of the given owner or of all owners. Returns how many were removed. */
  clear(sessionID: string, key?: string, options?: StateOwner & WriteOptions): Promise<number>
}
