import { identifyProcess, isOfThisMachine, isSameProcess, type ProcessIdentity } from '../files/process-identity.ts'
import { bootMs, type Moment } from './presence-clock.ts'
import type { PresenceRow } from './presence-row.ts'

/** What a registry needs of this process: its identity, its clock, and a check whether another process has ended. */
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

  /** True when it is known to have ended; boot id and start time tell it apart from a later process with the same pid. */
  async isGone({ process: owner }: Pick<PresenceRow, 'process'>): Promise<boolean> {
    const self = await this.self()
    if (owner === null || self === null || !(await isOfThisMachine(owner))) return false
    return !(await isSameProcess(owner))
  }
}
