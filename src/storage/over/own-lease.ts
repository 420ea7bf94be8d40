import { longestTimer } from '../../json/longest-timer.ts'
import { releaseLease } from '../decisions/release-lease.ts'
import { renewLease } from '../decisions/renew-lease.ts'
import type { Lease } from '../lease.ts'
import { checkedLease } from '../rules/checked.ts'
import type { Execute } from './execute.ts'

interface Init {
  readonly sessionID: string
  readonly owner: string
  readonly token: number
  readonly ttlMs: number
  readonly execute: Execute
  readonly now: () => number
}

/** The {@link Lease} object of a holder; its row is in the store. */
export class OwnLease implements Lease {
  readonly #init: Init
  readonly #lost = new AbortController()
  #expiresAt: number
  #timer: NodeJS.Timeout | undefined

  constructor(init: Init, expiresAt: number) {
    this.#init = init
    this.#expiresAt = expiresAt
    this.#watch()
  }

  get sessionID(): string {
    return this.#init.sessionID
  }

  get owner(): string {
    return this.#init.owner
  }

  get token(): number {
    return this.#init.token
  }

  get expiresAt(): number {
    return this.#expiresAt
  }

  get lost(): AbortSignal {
    return this.#lost.signal
  }

  async renew(ttlMs: number = this.#init.ttlMs): Promise<boolean> {
    if (this.lost.aborted) return false
    checkedLease({ ttlMs })
    const { execute, sessionID, token } = this.#init
    let row = await execute(renewLease, { sessionID, token, ttlMs })
    // Expired on arrival: the clock was set or the machine slept meanwhile, so the deadline was computed from an old time.
    if (row !== null && row.expiresAt <= this.#moment()) row = await execute(renewLease, { sessionID, token, ttlMs })
    if (row === null) this.#end()
    else if (!this.lost.aborted) {
      this.#expiresAt = row.expiresAt
      this.#watch()
    }
    // It may have been released meanwhile, or be over although it was renewed.
    return !this.lost.aborted
  }

  async release(): Promise<void> {
    const { execute, sessionID, token } = this.#init
    this.#end()
    await execute(releaseLease, { sessionID, token })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.release()
  }

  /** The store's clock decides; the timer only wakes up to read it, and does not keep the process alive. */
  #watch(): void {
    clearTimeout(this.#timer)
    const left = this.#expiresAt - this.#moment()
    if (left <= 0) return this.#end()
    this.#timer = setTimeout(() => this.#watch(), Math.min(left, longestTimer))
    this.#timer.unref()
  }

  /** The time; a clock that throws counts as infinitely late, since an error within the timer would end the process. */
  #moment(): number {
    try {
      return this.#init.now()
    } catch {
      return Infinity
    }
  }

  #end(): void {
    clearTimeout(this.#timer)
    this.#lost.abort()
  }
}
