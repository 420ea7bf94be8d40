import type { Lease } from './lease.ts'
import { releaseLease, renewLease } from './logic/take-lease.ts'
import type { LeaseRow, StoreBackend } from './store-rows.ts'

/** The {@link Lease} that its holder sees, over the row in the store. */
export class HeldLease implements Lease {
  readonly sessionID: string
  readonly #backend: StoreBackend
  readonly #now: () => number
  readonly #ttlMs: number
  #row: LeaseRow

  constructor(backend: StoreBackend, sessionID: string, row: LeaseRow, ttlMs: number, now: () => number) {
    this.#backend = backend
    this.sessionID = sessionID
    this.#row = row
    this.#ttlMs = ttlMs
    this.#now = now
  }

  get owner(): string {
    return this.#row.owner
  }

  get token(): number {
    return this.#row.token
  }

  get expiresAt(): number {
    return this.#row.expiresAt
  }

  async renew(ttlMs: number = this.#ttlMs): Promise<boolean> {
    const row = await this.#backend.write((rows) => renewLease(rows, this.sessionID, this.token, ttlMs, this.#now()))
    if (row) this.#row = row
    return row !== null
  }

  async release(): Promise<void> {
    await this.#backend.write((rows) => releaseLease(rows, this.sessionID, this.token))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release()
  }
}
