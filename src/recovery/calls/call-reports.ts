import type { Caller } from './caller.ts'
import type { GuardedCallStart } from './guarded-call-start.ts'
import type { RecoveryReport } from '../recovery-report.ts'
import { reportOf } from '../report-of.ts'
import { tell } from '../tell.ts'

/** Sends the reports of one call. A store that fails is reported once, and not asked again. */
export class CallReports {
  readonly #start: GuardedCallStart
  readonly #caller: Caller
  #isBroken: boolean

  constructor(start: GuardedCallStart, caller: Caller) {
    this.#start = start
    this.#caller = caller
    this.#isBroken = start.isBroken === true
  }

  /** Something broke in this call. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Here the call is the turn, so a repeated call counts as resumed. A caller that has aborted hears only of the abort. */
  tell(report: RecoveryReport): void {
    if (this.#caller.hasLeft && report.outcome !== 'user_abort') return
    tell(this.#start.options.onRepair, report.outcome === 'recovered' ? { ...report, resumed: true } : report)
  }

  tellBroken(cause: unknown): void {
    const { sessionID } = this.#start.session
    if (!this.#isBroken) this.tell({ ...reportOf({ outcome: 'failed', sessionID }), cause })
    this.#isBroken = true
  }

  /** Messages that nobody can read must not fail a call that the provider has answered (I10). */
  async quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (cause) {
      this.tellBroken(cause)
    }
  }
}
