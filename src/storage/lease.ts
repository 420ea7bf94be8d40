/**
 * The right to recover one session, for a limited time (I9). Whoever holds it may lose it by being slow: then another
 * process takes it over with a higher token, and writes that carry the old token are refused (`transact({ lease })`).
 */
export interface Lease {
  readonly sessionID: string
  /** A label for people. It gives no rights: the same owner asking twice is refused like anybody else. */
  readonly owner: string
  /** Fencing token: grows with every lease of the store. */
  readonly token: number
  /** Epoch ms, at the time of the last renewal. */
  readonly expiresAt: number
  /** Extends the lease from now; false when another process has taken it over. */
  renew(ttlMs?: number): Promise<boolean>
  /** Gives the lease back. Does nothing when it is no longer ours. */
  release(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface LeaseOptions {
  readonly owner?: string
  /** After this time without `renew` others may take the session over. */
  readonly ttlMs: number
}
