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

/** Interval of signs of life: a claim ends only after three are missing. */
const beatMs = claimTtlMs / 3

/** The claims of one supervisor: while it lives, no other supervisor launches or writes these sessions. */
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

  /** Claims a session that no living supervisor has; of several that try at once, one succeeds. */
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
      // Already ours: two concurrent calls have claimed the same session.
      const token = isOurs ? newest!.token : (newest?.token ?? 0) + 1
      // Refused: another supervisor was faster, and the next round reads its claim.
      if (!isOurs && !(await this.#store.take(sessionID, token, me))) continue
      this.#own.set(sessionID, token)
      this.#beat()
      return { token }
    }
  }

  /** Releases a session. */
  async giveBack(sessionID: string): Promise<void> {
    const token = this.#own.get(sessionID)
    this.#own.delete(sessionID)
    if (token !== undefined) await this.#store.take(sessionID, token + 1, null)
  }

  /** Forgets a session whose claim was deleted together with all its files. */
  forget(sessionID: string): void {
    this.#own.delete(sessionID)
  }

  /** Releases all sessions. A claim whose release cannot be written still ends with this process. */
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
      // An error of the store does not mean that the claim is lost; if another supervisor has it, the next beat shows it.
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
