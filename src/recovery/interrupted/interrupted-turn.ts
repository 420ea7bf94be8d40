import type { RecoveryReport } from '../recovery-report.ts'

/** What is known of a tool call that was open when its process ended. */
export interface InterruptedCall {
  readonly callId: string
  readonly occurrence: number
  readonly name: string
  /**
   * - `result`: its real result was recorded; the repair uses it
   * - `repeated`: marked idempotent, run again, and its result recorded
   * - `outcome_unknown`: it may have had its effect; it is not run again (I16)
   * - `not_started`: asked for; nothing says that it ran
   */
  readonly known: 'result' | 'repeated' | 'outcome_unknown' | 'not_started'
}

/** What became of one turn that a crash left behind. */
export interface InterruptedTurn {
  readonly sessionID: string
  readonly turnID: string
  /**
   * - `resumed`: the conversation is sound and the host runs it again, as a new turn
   * - `handed_back`: sound, and nothing was resumed: the person or the host decides
   * - `busy`: another process has the session, or works on the turn or on a newer one
   * - `settled`: the turn is over already, or its session was removed; nothing was written
   * - `failed`: the conversation could not be repaired, or the store failed; see `cause` and `report`
   */
  readonly outcome: 'resumed' | 'handed_back' | 'busy' | 'settled' | 'failed'
  readonly calls: readonly InterruptedCall[]
  /** What had arrived of the answer. */
  readonly partial?: unknown
  /** For a person to read; at most one a session: its newest turn has it. */
  readonly marker?: string
  readonly report?: RecoveryReport
  readonly cause?: unknown
}
