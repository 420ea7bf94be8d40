import { LRUCache } from 'lru-cache'
import { detectError } from '../repair/detect-error.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import type { Rung } from '../lint/define-strategy.ts'
import { AttemptBudget } from './attempt-budget.ts'
import { faultFingerprint } from './fault-fingerprint.ts'
import { resolveHookOptions, type ResolvedHookOptions, type SessionRecoveryOptions } from './hook-options.ts'
import { isUserAbort } from './is-user-abort.ts'
import type { MessageInfo } from './message-info.ts'
import type { RecoveryHost } from './recovery-host.ts'
import type { RecoveryOutcome, RecoveryReport } from './recovery-report.ts'
import { reportOf } from './report-of.ts'
import { repairSession } from './repair-session.ts'

/** Called with the session before its turn is stopped, or when its recovery is over. */
export type SessionCallback = (sessionID: string) => void | Promise<void>

/** The hook that an agent runtime registers. */
export interface SessionRecoveryHook {
  /** Recovers the session of a failed message. True when the conversation is healthy again. Never throws. */
  handleSessionRecovery(info: MessageInfo): Promise<boolean>
  /** Whether the error is a structural fault of the messages. */
  isRecoverableError(error: unknown): boolean
  setOnAbortCallback(callback: SessionCallback): void
  /** Called after every recovery that was begun, however it ended. */
  setOnRecoveryCompleteCallback(callback: SessionCallback): void
  /** As `handleSessionRecovery`, with the whole report. Never throws: what breaks is in the report. */
  recover(info: MessageInfo): Promise<RecoveryReport>
  /** Waits for recoveries that are under way. Later calls report `failed`. */
  dispose(): Promise<void>
}

/**
 * Makes the recovery hook of a host: detect, dedupe, abort, load, plan, simulate, lint, commit, resume.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const hook = createSessionRecoveryHook({ store, resume: (id, config) => agent.run(id, config) })
 * const recovered = await hook.handleSessionRecovery({ id: 'msg_1', sessionID: 's1', role: 'assistant', error })
 */
export function createSessionRecoveryHook(
  host: RecoveryHost,
  options: SessionRecoveryOptions = {},
): SessionRecoveryHook {
  return new RecoveryHook(host, resolveHookOptions(options))
}

class RecoveryHook implements SessionRecoveryHook {
  readonly #host: RecoveryHost
  readonly #options: ResolvedHookOptions
  readonly #budget: AttemptBudget
  /** Errors that are being, or were, handled: the same event often arrives twice. Bounded, by session, message and error. */
  readonly #processingErrors: LRUCache<string, true>
  readonly #active = new Map<string, Promise<RecoveryReport>>()
  #onAbort: SessionCallback | undefined
  #onComplete: SessionCallback | undefined
  #disposed = false

  constructor(host: RecoveryHost, options: ResolvedHookOptions) {
    this.#host = host
    this.#options = options
    this.#budget = new AttemptBudget(host.store, options.budget, options.maxProcessingErrors)
    this.#processingErrors = new LRUCache({ max: options.maxProcessingErrors })
  }

  async handleSessionRecovery(info: MessageInfo): Promise<boolean> {
    const { outcome } = await this.recover(info)
    return outcome === 'recovered'
  }

  isRecoverableError(error: unknown): boolean {
    return !isUserAbort(error) && detectError(error) !== null
  }

  setOnAbortCallback(callback: SessionCallback): void {
    this.#onAbort = callback
  }

  setOnRecoveryCompleteCallback(callback: SessionCallback): void {
    this.#onComplete = callback
  }

  async recover(info: MessageInfo): Promise<RecoveryReport> {
    const { error, sessionID } = info
    const report = (outcome: RecoveryOutcome, detected: DetectedError | null = null, cause?: unknown): RecoveryReport =>
      withCause(reportOf({ outcome, sessionID, error, detected }), cause)
    if (this.#disposed) return report('failed', null, new Error('The recovery hook has been disposed.'))
    if (error === undefined || error === null) {
      if (sessionID !== undefined && info.role === 'assistant') await this.#restore(sessionID)
      return report('not_recoverable')
    }
    if (isUserAbort(error)) return report('user_abort')
    const detected = detectError(error)
    if (detected === null || sessionID === undefined) return report('not_recoverable', detected)
    const fingerprint = faultFingerprint(detected)
    const key = `${sessionID}\n${info.id ?? ''}\n${fingerprint}`
    if (info.id !== undefined && this.#processingErrors.has(key)) return report('duplicate', detected)
    if (this.#active.has(sessionID)) return report('busy', detected)
    this.#processingErrors.set(key, true)
    const running = this.#run(sessionID, info, detected, fingerprint)
    this.#active.set(sessionID, running)
    try {
      return await running
    } finally {
      this.#active.delete(sessionID)
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    await Promise.allSettled(this.#active.values())
    this.#processingErrors.clear()
  }

  /** One recovery under the session's lease; whatever happens, the completion callback runs and nothing is thrown (I10). */
  async #run(
    sessionID: string,
    info: MessageInfo,
    detected: DetectedError,
    fingerprint: string,
  ): Promise<RecoveryReport> {
    let report = reportOf({ outcome: 'failed', sessionID, error: info.error, detected })
    try {
      report = await this.#underLease(sessionID, info, detected, fingerprint)
    } catch (cause) {
      report = { ...report, cause }
    }
    const told = await Promise.allSettled([this.#onComplete?.(sessionID), this.#host.notify?.(report)].map(settle))
    const broken = told.find((result) => result.status === 'rejected')
    return broken === undefined || report.cause !== undefined ? report : { ...report, cause: broken.reason as unknown }
  }

  async #underLease(
    sessionID: string,
    info: MessageInfo,
    detected: DetectedError,
    fingerprint: string,
  ): Promise<RecoveryReport> {
    const lease = await this.#host.store?.leases.acquire(sessionID, {
      owner: `pid ${process.pid}`,
      ttlMs: this.#options.leaseMs,
    })
    if (lease?.held) return reportOf({ outcome: 'busy', sessionID, error: info.error, detected })
    try {
      const rung: Rung | null = await this.#budget.take(sessionID, fingerprint)
      if (rung === null) return reportOf({ outcome: 'exhausted', sessionID, error: info.error, detected })
      if (this.#options.experimental.abortBeforeRepair && this.#options.mode === 'repair') {
        await this.#onAbort?.(sessionID)
        await this.#host.abort?.(sessionID)
      }
      return await repairSession({
        host: this.#host,
        options: this.#options,
        sessionID,
        info,
        detected,
        rung,
        ...(lease && { lease }),
      })
    } finally {
      await lease?.release()
    }
  }

  async #restore(sessionID: string): Promise<void> {
    try {
      await this.#budget.restore(sessionID)
    } catch {
      // A store that cannot be written to now: the budget is given back with the next healthy turn.
    }
  }
}

/** Turns what a callback returns or throws at once into one promise. */
async function settle(result: unknown): Promise<void> {
  await result
}

function withCause(report: RecoveryReport, cause: unknown): RecoveryReport {
  return cause === undefined ? report : { ...report, cause }
}
