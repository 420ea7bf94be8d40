import type { Lease } from '../storage/lease.ts'
import type { SessionStore } from '../storage/session-store.ts'
import type { Clock } from './clock.ts'
import { askStore } from './ask-store.ts'
import { type TimeLimit, withTimeLimit } from './time-limit.ts'

/** The right to recover one session now, in this process and in all that share its store (I9). */
export interface Claim {
  /** Fences what is written under the claim; absent without a store, or with one that does not answer (I10). */
  readonly lease: Lease | undefined
  /** Renews the claim until it is released. */
  keepAlive(): void
  /** Never throws. */
  release(): Promise<void>
}

export interface ClaimSettings {
  readonly store: SessionStore | undefined
  /** After this time without a renewal others may take the session over. */
  readonly leaseMs: number
  readonly timeLimit: TimeLimit
  readonly clock: Clock
}

/** Gives out claims, one a session at a time. */
export class SessionClaims {
  readonly #settings: ClaimSettings
  /** Claims of this process. One that was neither renewed nor released is void when its time is over, as a lease is. */
  readonly #held = new Map<string, HeldClaim>()

  constructor(settings: ClaimSettings) {
    this.#settings = settings
  }

  /** The claim; null while somebody else recovers the session. `isStored` false: nobody else can know it. */
  async take(sessionID: string, isStored = true): Promise<Claim | null> {
    const { clock, leaseMs, store, timeLimit } = this.#settings
    const former = this.#held.get(sessionID)
    if (former !== undefined && former.until > clock.now()) return null
    const claim = new HeldClaim(this.#settings, (ended) => {
      if (this.#held.get(sessionID) === ended) this.#held.delete(sessionID)
    })
    this.#held.set(sessionID, claim)
    if (store === undefined || !isStored) return claim
    try {
      const lease = await askStore(timeLimit, () =>
        store.leases.acquire(sessionID, { owner: `pid ${process.pid}`, ttlMs: leaseMs }),
      )
      if (!lease.held) {
        claim.lease = lease
        return claim
      }
    } catch {
      // A store that does not answer is shared with nobody: the claim of this process is all there is.
      return claim
    }
    await claim.release()
    return null
  }

  /**
   * The claim, in turn: behind the recoveries of this process, of which each is waited for as long as the time limit says. Null while
   * another process has it, or when one does not end.
   */
  async takeInTurn(sessionID: string, isStored = true): Promise<Claim | null> {
    for (;;) {
      const former = this.#held.get(sessionID)
      const claim = await this.take(sessionID, isStored)
      if (claim !== null || former === undefined) return claim
      try {
        await withTimeLimit('A recovery', this.#settings.timeLimit, () => former.ended)
      } catch {
        // It hangs: its claim may be void by now.
        return this.take(sessionID, isStored)
      }
    }
  }
}

class HeldClaim implements Claim {
  lease: Lease | undefined
  until: number
  readonly #settings: ClaimSettings
  readonly #onEnd: (claim: HeldClaim) => void
  readonly #end = Promise.withResolvers<void>()
  #callOff: (() => void) | undefined
  #released = false

  constructor(settings: ClaimSettings, onEnd: (claim: HeldClaim) => void) {
    this.#settings = settings
    this.#onEnd = onEnd
    this.until = settings.clock.now() + settings.leaseMs
  }

  /** Settles when the claim and its lease are given back. */
  get ended(): Promise<void> {
    return this.#end.promise
  }

  keepAlive(): void {
    const { clock, leaseMs, timeLimit } = this.#settings
    if (this.#released || this.#callOff) return
    this.#callOff = clock.after(leaseMs / 3, () => {
      this.#callOff = undefined
      this.until = clock.now() + leaseMs
      const renewed = askStore(timeLimit, () => this.lease?.renew())
      // A renewal that fails is no failure of the recovery: its writes are fenced.
      void renewed.catch(() => undefined).then(() => this.keepAlive())
    })
  }

  async release(): Promise<void> {
    if (this.#released) return
    this.#released = true
    this.#callOff?.()
    this.#onEnd(this)
    // The lease ends by itself when it cannot be given back.
    await askStore(this.#settings.timeLimit, () => this.lease?.release()).catch(() => undefined)
    this.#end.resolve()
  }
}
