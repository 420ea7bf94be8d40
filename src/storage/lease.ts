/**
 * The right to write one session, for a limited time (I9, I15). A holder that does not renew it in time may lose it: another
 * process then takes it over with a higher token, and writes with the old token are refused.
 */
export interface Lease {
  /** Distinguishes a lease from a {@link LeaseTaken}. */
  readonly held?: undefined
  readonly sessionID: string
  /** A label for people. It gives no rights: the same owner asking twice is refused like anybody else. */
  readonly owner: string
  /** Fencing token: grows with every lease of the session, also over its removal. */
  readonly token: number
  /** Epoch ms, at the time of the last renewal. */
  readonly expiresAt: number
  /** Aborts when the lease has ended: given back, run out, taken over, or refused by a write. */
  readonly lost: AbortSignal
  /** Extends the lease from now; false when it has ended. */
  renew(ttlMs?: number): Promise<boolean>
  /** Gives the lease back. Does nothing when it is no longer ours. */
  release(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The answer when somebody else holds the lease. */
export interface LeaseTaken {
  readonly held: true
  /** The owner's label. */
  readonly by: string
  /** Epoch ms. */
  readonly until: number
}

/** The owner and time to live of a lease. */
export interface LeaseOptions {
  /** A name shown to others that want the session. Default `unnamed`. */
  readonly owner?: string
  /** After this time without `renew` others may take the session over. At most 366 days. */
  readonly ttlMs: number
}

/** One writer at a time for each session (I9). */
export interface LeaseStore {
  /**
   * Takes the session. The session need not exist.
   *
   * @example
   * const lease = await store.leases.acquire('s1', { owner: 'worker 7', ttlMs: 30_000 })
   * if (lease.held) return `busy until ${new Date(lease.until)}`
   * await store.messages.append('s1', messages, { lease })
   */
  acquire(sessionID: string, options: LeaseOptions): Promise<Lease | LeaseTaken>
  /** The present holder of the lease; null if there is none. */
  holder(sessionID: string): Promise<LeaseTaken | null>
}
