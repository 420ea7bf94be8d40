import type { Lease } from '../storage/lease.ts'
import type { SessionStore } from '../storage/session-store.ts'
import type { RecoveryReport } from './recovery-report.ts'

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

/** The part of the hook that is used: repairs the stored conversation and resumes it. */
export interface InterruptedSessions {
  recoverStored(sessionID: string, turnID: string, options: RecoverStoredOptions): Promise<RecoveryReport>
}

/** How a session is recovered that nobody reports an error of. */
export interface RecoverStoredOptions {
  /** Everything is written under this lease. */
  readonly lease: Lease
  /** Called once the conversation is sound, before it is resumed. */
  onSound(): Promise<void>
  /** False: an older turn of the session, or a caller that decides by itself. */
  readonly resume: boolean
}

/** Options of {@link recoverInterrupted}. */
export interface RecoverInterruptedOptions {
  readonly store: SessionStore
  /** Default: all sessions. */
  readonly sessionID?: string
  /** Runs a call again that was marked idempotent. Without it no call is run again. */
  readonly runTool?: (call: { readonly callId: string; readonly name: string; readonly input: unknown }) => unknown
  /** In ms; default 30,000. */
  readonly leaseMs?: number
  /** A lease that the caller holds on `sessionID` and keeps. Default: one is taken for each session. */
  readonly lease?: Lease
  /** False: repair and hand back. Default true. */
  readonly resume?: boolean
}

/**
 * After a crash: takes up what turns left behind. Each pending turn gets exactly one final state, `interrupted`, whatever had arrived
 * of its answer stays with it, the conversation is repaired with the results that are known, and the newest turn of a session is
 * resumed as a new one when nothing came after it. Two processes at once: the one with the session's lease does it. A removed session stays removed.
 *
 * @example
 * const turns = await recoverInterrupted(hook, { store })
 * for (const { sessionID, outcome } of turns) console.log(sessionID, outcome)
 */
export async function recoverInterrupted(
  hook: InterruptedSessions,
  options: RecoverInterruptedOptions,
): Promise<InterruptedTurn[]> {
  const pending = await options.store.turns.pending(options.sessionID)
  if (pending.length === 0) return []
  // What most starts of a program do not need is not read when the package is imported.
  const { recoverSession } = await import('./recover-session.ts')
  const bySession = Map.groupBy(pending, ({ sessionID }) => sessionID)
  const reports: InterruptedTurn[] = []
  for (const [sessionID, turns] of bySession) reports.push(...(await recoverSession(hook, sessionID, turns, options)))
  return reports
}
