import type { Loss } from '../faults/loss.ts'
import type { Rung } from '../lint/define-strategy.ts'
import type { RepairResult } from '../repair/repair-result.ts'
import { repair } from '../repair/repair.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { AttemptBudget } from './attempt-budget.ts'
import type { Clock } from './clock.ts'
import { faultFingerprint } from './fault-fingerprint.ts'
import { isStale, maxStale } from './is-stale.ts'
import { loadEvidence } from './load-evidence.ts'
import type { Committed, Conversation, Failure, RecoveryPorts, RecoveryTerms } from './recovery-ports.ts'
import type { RecoveryOutcome, RecoveryReport } from './recovery-report.ts'
import { replayedFaults } from './replayed-faults.ts'
import { reportOf } from './report-of.ts'
import { type Claim, SessionClaims } from './session-claims.ts'
import { type TimeLimit, withTimeLimit } from './time-limit.ts'

/** What an engine is made with: the same for every session. */
export interface EngineSettings {
  readonly store: SessionStore | undefined
  /** Recoveries per session until one of its turns has succeeded. */
  readonly budget: number
  readonly maxSessions: number
  readonly leaseMs: number
  /** For each call of a host or a store. */
  readonly timeoutMs: number
  /** For a resume, which may run a whole turn; default `timeoutMs`. */
  readonly resumeTimeoutMs?: number
  readonly clock: Clock
}

/** A repair that is made and not written yet. */
interface Plan<Loaded> extends Committed {
  readonly loaded: Loaded
  readonly broken: unknown
}

/**
 * The recovery engine: one recovery per session at a time, each fault once per rung, a bounded budget (I9), planned anew when the
 * conversation has changed, nothing thrown, nothing waited for without end, the original error in the report (I10). Its faces
 * are the hook (the conversation is stored, the host resumes) and the adapters (the conversation is on its way).
 */
export class RecoveryEngine {
  readonly #settings: EngineSettings
  readonly #claims: SessionClaims
  readonly #budget: AttemptBudget

  constructor(settings: EngineSettings) {
    const { budget, clock, leaseMs, maxSessions, store } = settings
    this.#settings = settings
    const { timeLimit } = this
    this.#claims = new SessionClaims({ store, leaseMs, timeLimit, clock })
    this.#budget = new AttemptBudget({ store, limit: budget, maxSessions, timeLimit })
  }

  get timeLimit(): TimeLimit {
    return { clock: this.#settings.clock, ms: this.#settings.timeoutMs }
  }

  /** The right to recover a session; null while another recovery has it. `isStored` false: nobody else can know the session. */
  claim(sessionID: string, isStored = true): Promise<Claim | null> {
    return this.#claims.take(sessionID, isStored)
  }

  /**
   * The same, behind the recoveries of it that this process runs: each ends within the time limit, or what waits gives up. Null while
   * another process has it.
   */
  claimInTurn(sessionID: string, isStored = true): Promise<Claim | null> {
    return this.#claims.takeInTurn(sessionID, isStored)
  }

  /** One whole recovery: claim, attempt, release. Never throws. */
  async recover<Loaded extends Conversation>(
    failure: Failure,
    ports: RecoveryPorts<Loaded>,
    { allow, mode }: RecoveryTerms,
  ): Promise<RecoveryReport> {
    if (mode === 'observe') return this.observe(failure, ports, allow)
    const claim = await this.#claims.take(failure.sessionID)
    if (claim === null) return reportOn(failure, 'busy')
    claim.keepAlive()
    try {
      return await this.attempt(claim, failure, ports, allow)
    } finally {
      await claim.release()
    }
  }

  /** What a repair would do. Nothing is written, not even the attempt. Never throws. */
  async observe<Loaded extends Conversation>(
    failure: Failure,
    ports: RecoveryPorts<Loaded>,
    allow: Loss,
  ): Promise<RecoveryReport> {
    try {
      const plan = await this.#plan(failure, ports, allow, 'place')
      const possible = plan !== null && (plan.result.changed || plan.replays)
      return reportOn(failure, possible ? 'observed' : 'unrepairable', plan?.result, 'place')
    } catch (cause) {
      return { ...reportOn(failure, 'failed'), cause }
    }
  }

  /** One attempt under a claim: the next rung, a plan, its commit, the resume. Never throws; after a failure nothing is written. */
  async attempt<Loaded extends Conversation>(
    claim: Omit<Claim, 'release'>,
    failure: Failure,
    ports: RecoveryPorts<Loaded>,
    allow: Loss,
    isStored = true,
  ): Promise<RecoveryReport> {
    let rung: Rung | null = null
    try {
      const { detected, fingerprint = detected ? faultFingerprint(detected) : 'none', sessionID } = failure
      rung = await this.#budget.take(sessionID, fingerprint, isStored)
      if (rung === null) return reportOn(failure, 'exhausted')
      if (ports.abort) await withTimeLimit('`abort`', this.timeLimit, () => ports.abort!())
      return await this.#planAndCommit(claim, failure, ports, allow, rung)
    } catch (cause) {
      return { ...reportOn(failure, 'failed', undefined, rung), cause }
    }
  }

  /** A turn of the session has succeeded: it has its whole budget again. Never throws. */
  succeeded(sessionID: string, isStored = true): Promise<void> {
    return this.#budget.restore(sessionID, isStored)
  }

  async #planAndCommit<Loaded extends Conversation>(
    claim: Omit<Claim, 'release'>,
    failure: Failure,
    ports: RecoveryPorts<Loaded>,
    allow: Loss,
    rung: Rung,
  ): Promise<RecoveryReport> {
    for (let attempt = 1; ; attempt += 1) {
      const plan = await this.#plan(failure, ports, allow, rung)
      if (plan === null) return reportOn(failure, 'unrepairable', undefined, rung)
      const { loaded, replays, result } = plan
      // A turn that died without an error may have left nothing to repair.
      const isSound = failure.detected === null && result.ok
      if (!result.changed && !replays && !isSound) return reportOn(failure, 'unrepairable', result, rung)
      let undoId: string | null | undefined
      try {
        undoId = await withTimeLimit('`commit`', this.timeLimit, () => ports.commit(plan, loaded, claim.lease))
      } catch (error) {
        if (!isStale(error) || attempt === maxStale) throw error
        continue
      }
      const report = {
        ...reportOn(failure, 'recovered', result, rung),
        ...(undoId && { undoId }),
        // Done without what is recorded: the repair is good, and the report says what was missing.
        ...(plan.broken !== undefined && { cause: plan.broken }),
      }
      return this.#resume(report, plan, ports, claim.lease)
    }
  }

  async #plan<Loaded extends Conversation>(
    failure: Failure,
    ports: RecoveryPorts<Loaded>,
    allow: Loss,
    rung: Rung,
  ): Promise<Plan<Loaded> | null> {
    const { detected, error } = failure
    const loaded = await withTimeLimit('`load`', this.timeLimit, () => ports.load(detected))
    if (loaded === null) return null
    const { evidenceOf, format, index, isWhole, maker, messages, request = {}, target } = loaded
    const asked = maker && { format, maker }
    const { broken, evidence } = await loadEvidence(this.#settings.store, evidenceOf, this.timeLimit, asked)
    const result = repair(messages, { ...target, format, request, evidence, error, index, allow, rung })
    const isLost = detected !== null && replayedFaults.has(detected.type)
    const replays = isLost && isWhole && messages.length > 0
    return { loaded, result, replays, broken }
  }

  async #resume<Loaded extends Conversation>(
    recovered: RecoveryReport,
    plan: Plan<Loaded>,
    ports: RecoveryPorts<Loaded>,
    lease: Claim['lease'],
  ): Promise<RecoveryReport> {
    if (!ports.resume) return recovered
    const { clock, timeoutMs, resumeTimeoutMs: ms = timeoutMs } = this.#settings
    try {
      const resumed = await withTimeLimit('`resume`', { clock, ms }, () => ports.resume!(plan, plan.loaded, lease))
      return { ...recovered, resumed }
    } catch (cause) {
      // The repair is committed and good; only the turn did not start again.
      return { ...recovered, cause }
    }
  }
}

/** A report about a failure. */
export function reportOn(
  { detected, error, sessionID }: Failure,
  outcome: RecoveryOutcome,
  result?: RepairResult,
  rung?: Rung | null,
): RecoveryReport {
  return { ...reportOf({ outcome, sessionID, error, detected, result }), ...(rung && { rung }) }
}
