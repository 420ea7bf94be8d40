import { identifyProcess, isOfThisMachine, isSameProcess, type ProcessIdentity } from '../files/process-identity.ts'
import { bootMs, type Moment } from './presence-clock.ts'
import type { PresenceRow } from './presence-row.ts'

/** This process among those that own sessions: who it is, what time it is for it, and whether another has ended. */
export class OwnerProcesses {
  readonly #now: (() => number) | undefined
  #self: Promise<ProcessIdentity | null> | undefined
  #bootID: string | null = null

  constructor(now: (() => number) | undefined) {
    this.#now = now
  }

  self(): Promise<ProcessIdentity | null> {
    return (this.#self ??= identifyProcess(process.pid).then((identity) => {
      this.#bootID = identity?.bootId || null
      return identity ?? null
    }))
  }

  moment(): Moment {
    if (this.#now !== undefined) return { wallMs: this.#now(), boot: null }
    return { wallMs: Date.now(), boot: this.#bootID === null ? null : { id: this.#bootID, ms: bootMs() } }
  }

  /** It is known to have ended: told apart from one that got its number (boot id, start time). */
  async isGone({ process: owner }: Pick<PresenceRow, 'process'>): Promise<boolean> {
    const self = await this.self()
    if (owner === null || self === null || !(await isOfThisMachine(owner))) return false
    return !(await isSameProcess(owner))
  }
}
