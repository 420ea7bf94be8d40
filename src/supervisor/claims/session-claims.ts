import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { identifyProcess } from '../../files/process-identity.ts'
import type { Scheduler } from '../scheduler.ts'
import type { Claimant, ClaimStore } from './claim-store.ts'
import { claimTtlMs, isClaimOver, livingSupervisors } from './claim-over.ts'
import type { SessionHolder } from './session-holder.ts'

export type ClaimResult =
  | { readonly token: number; readonly holder?: undefined }
  | { readonly token?: undefined; readonly holder: SessionHolder }

/** Signs of life: three of them may get lost. */
const beatMs = claimTtlMs / 3

/** The sessions that one supervisor has claimed: nobody else launches or writes them while it lives. */
export class SessionClaims {
  readonly #store: ClaimStore
  readonly #scheduler: Scheduler
  readonly #onLost: (sessionID: string) => void
  readonly #instance = randomUUID()
  readonly #own = new Map<string, number>()
  #me: Promise<Claimant> | undefined
  #beating = false

  constructor(store: ClaimStore, scheduler: Scheduler, onLost: (sessionID: string) => void) {
    this.#store = store
    this.#scheduler = scheduler
    this.#onLost = onLost
  }

  /** Claims a session that nobody looks after; of many that try at once, one gets it. */
  async take(sessionID: string): Promise<ClaimResult> {
    const me = await (this.#me ??= this.#identify())
    livingSupervisors.add(this.#instance)
    for (;;) {
      const newest = await this.#store.newest(sessionID)
      const isOurs = newest?.owner?.instance === this.#instance
      if (newest?.owner && !isOurs && !(await isClaimOver(newest))) {
        const { pid, host } = newest.owner.process
        return { holder: { pid, host } }
      }
      // Ours already: two calls at once want the same.
      const token = isOurs ? newest!.token : (newest?.token ?? 0) + 1
      // Refused: somebody else was quicker, and the next look shows who.
      if (!isOurs && !(await this.#store.take(sessionID, token, me))) continue
      this.#own.set(sessionID, token)
      this.#beat()
      return { token }
    }
  }

  /** Lets go of a session. */
  async giveBack(sessionID: string): Promise<void> {
    const token = this.#own.get(sessionID)
    this.#own.delete(sessionID)
    if (token !== undefined) await this.#store.take(sessionID, token + 1, null)
  }

  /** Forgets a session whose claim went with everything else of it. */
  forget(sessionID: string): void {
    this.#own.delete(sessionID)
  }

  /** Gives everything back. What cannot be written is over all the same as soon as this process ends. */
  async close(): Promise<void> {
    for (const sessionID of this.#own.keys()) await this.giveBack(sessionID).catch(() => undefined)
    livingSupervisors.delete(this.#instance)
    this.#beating = false
  }

  #beat(): void {
    if (this.#beating) return
    this.#beating = true
    this.#scheduler.after(beatMs, () => {
      void this.#touchAll().finally(() => {
        this.#beating = false
        if (this.#own.size > 0) this.#beat()
      })
    })
  }

  async #touchAll(): Promise<void> {
    for (const [sessionID, token] of this.#own) {
      // A store that does not answer takes nothing away; whoever takes the session over meanwhile is seen at the next beat.
      const isOurs = await this.#store.touch(sessionID, token).catch(() => true)
      if (isOurs || this.#own.get(sessionID) !== token) continue
      this.#own.delete(sessionID)
      this.#onLost(sessionID)
    }
  }

  async #identify(): Promise<Claimant> {
    const unknown = { host: hostname(), bootId: '', pid: process.pid, startTime: '' }
    return { process: (await identifyProcess(process.pid)) ?? unknown, instance: this.#instance }
  }
}
