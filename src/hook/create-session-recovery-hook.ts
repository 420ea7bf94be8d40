import { LRUCache } from 'lru-cache'
import { checkArgument, optional } from '../errors/check-options.ts'
import { atMost } from '../json/at-most.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import { shortHash } from '../json/short-hash.ts'
import { systemClock } from '../recovery/clock.ts'
import { faultFingerprint } from '../recovery/fault-fingerprint.ts'
import { isUserAbort } from '../recovery/calls/is-user-abort.ts'
import type { RecoverStoredOptions } from '../recovery/interrupted/interrupted-sessions.ts'
import { RecoveryEngine, reportOn } from '../recovery/recovery-engine.ts'
import type { RecoveryOutcome, RecoveryReport } from '../recovery/recovery-report.ts'
import type { RecoveryPorts } from '../recovery/recovery-ports.ts'
import { reportOf } from '../recovery/report-of.ts'
import { withTimeLimit } from '../recovery/time-limit.ts'
import { detectError } from '../repair/detect-error.ts'
import { isUnexplained, nameUnexplained, sayingOf } from '../repair/name-unexplained.ts'
import { anyStore } from '../storage/store-rule.ts'
import { resolveHookOptions, type ResolvedHookOptions, type SessionRecoveryOptions } from './hook-options.ts'
import { hostPorts } from './host-ports.ts'
import type { MessageInfo } from './message-info.ts'
import type { RecoveryHost } from './recovery-host.ts'

/** Called with the id of the session before its turn is stopped, or when its recovery is over. */
export type SessionCallback = (sessionID: string) => void | Promise<void>

/** The hook that an agent runtime registers. */
export interface SessionRecoveryHook {
  /** Recovers the session of a failed message. True when the conversation is healthy again. Never throws. */
  handleSessionRecovery(info: MessageInfo): Promise<boolean>
  /** Whether the error alone shows a structural fault; for a refusal without a reason `recover` decides with the messages. */
  isRecoverableError(error: unknown): boolean
  setOnAbortCallback(callback: SessionCallback): void
  /** Called after every recovery that was started, whatever its outcome. */
  setOnRecoveryCompleteCallback(callback: SessionCallback): void
  /** As `handleSessionRecovery`, with the whole report. Never throws: a failure is in the report. */
  recover(info: MessageInfo): Promise<RecoveryReport>
  /**
   * Repairs the stored conversation of a turn whose process has died, and resumes it. Never throws. Meant for `recoverInterrupted`, which
   * holds the lease.
   */
  recoverStored(sessionID: string, turnID: string, options: RecoverStoredOptions): Promise<RecoveryReport>
  /** Waits for running recoveries, at most for the time limit. Later calls report `failed`. */
  dispose(): Promise<void>
}

const hostRule = optional<RecoveryHost>('object', 'an object with a store, or with `load` and `commit`')

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
  checkArgument('host', host, hostRule)
  if (host.store !== undefined) checkArgument('host.store', host.store, anyStore)
  return new RecoveryHook(host, resolveHookOptions(options))
}

/** Outcomes after which the same event may be handled again, because they say nothing about the conversation. */
const mayComeAgain: ReadonlySet<RecoveryOutcome> = new Set(['failed', 'busy'])

class RecoveryHook implements SessionRecoveryHook {
  readonly #host: RecoveryHost
  readonly #options: ResolvedHookOptions
  readonly #engine: RecoveryEngine
  /** Errors that are or were handled, by session, message and error, since the same event often arrives twice. Bounded. */
  readonly #processingErrors: LRUCache<string, string>
  readonly #active = new Map<string, Promise<RecoveryReport>>()
  #onAbort: SessionCallback | undefined
  #onComplete: SessionCallback | undefined
  #disposed = false

  constructor(host: RecoveryHost, options: ResolvedHookOptions) {
    const { clock = systemClock, maxProcessingErrors } = options
    this.#host = host
    this.#options = options
    this.#engine = new RecoveryEngine({ ...options, store: host.store, maxSessions: maxProcessingErrors, clock })
    this.#processingErrors = new LRUCache(atMost(maxProcessingErrors))
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
    const report = (outcome: RecoveryOutcome, detected: DetectedError | null = null): RecoveryReport =>
      reportOf({ outcome, sessionID, error, detected })
    if (this.#disposed) return { ...report('failed'), cause: new Error('The recovery hook has been disposed.') }
    if (error === undefined || error === null) {
      if (sessionID !== undefined && info.role === 'assistant') await this.#engine.succeeded(sessionID)
      return report('not_recoverable')
    }
    if (isUserAbort(error)) return report('user_abort')
    const detected = detectError(error)
    const isOpen = detected === null && isUnexplained(error)
    if ((detected === null && !isOpen) || sessionID === undefined) return report('not_recoverable', detected)
    const fingerprint = detected === null ? `unexplained:${shortHash(sayingOf(error))}` : faultFingerprint(detected)
    const key = [sessionID, info.id, fingerprint].join('\n')
    if (info.id !== undefined && this.#processingErrors.has(key)) return report('duplicate', detected)
    if (this.#active.has(sessionID)) return report('busy', detected)
    this.#processingErrors.set(key, key)
    const running = this.#run(sessionID, error, detected)
    this.#active.set(sessionID, running)
    try {
      const ended = await running
      if (mayComeAgain.has(ended.outcome)) this.#processingErrors.delete(key)
      return ended
    } finally {
      this.#active.delete(sessionID)
    }
  }

  async recoverStored(sessionID: string, turnID: string, options: RecoverStoredOptions): Promise<RecoveryReport> {
    const { lease, onSound, resume } = options
    const failure = { sessionID, error: undefined, detected: null, fingerprint: `interrupted:${turnID}` }
    if (this.#disposed || this.#active.has(sessionID)) return reportOn(failure, this.#disposed ? 'failed' : 'busy')
    const nothingRuns = (): Promise<void> => Promise.resolve()
    const ports = hostPorts(this.#host, sessionID, this.#options, nothingRuns)
    if (this.#options.mode === 'observe') return this.#engine.observe(failure, ports, this.#options.allow)
    const running = this.#engine.attempt(
      { lease, keepAlive: () => {} },
      failure,
      {
        ...ports,
        // Even when nothing is repaired, the interrupted turn ends here; only a new turn continues.
        commit: async (...given) => {
          const undoId = await ports.commit(...given)
          await onSound()
          return undoId
        },
        ...(!resume && { resume: () => Promise.resolve(false) }),
      },
      this.#options.allow,
    )
    this.#active.set(sessionID, running)
    try {
      return await running
    } finally {
      this.#active.delete(sessionID)
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    const { timeLimit } = this.#engine
    // The host's `resume` may run a whole turn, longer than a caller waits for `dispose`.
    await withTimeLimit('Recoveries under way', timeLimit, () => Promise.allSettled(this.#active.values())).catch(
      () => undefined,
    )
  }

  /** One recovery; the completion callback always runs, and nothing is thrown (I10). */
  async #run(sessionID: string, error: unknown, reported: DetectedError | null): Promise<RecoveryReport> {
    const { timeLimit } = this.#engine
    const ports = hostPorts(this.#host, sessionID, this.#options, (id) => this.#stopTurn(id))
    const about = { sessionID, error, detected: reported }
    let report: RecoveryReport
    try {
      const detected = reported ?? (await this.#settle(error, ports))
      if (detected === null) return reportOn(about, 'not_recoverable')
      report = await this.#engine.recover({ ...about, detected }, ports, this.#options)
    } catch (cause) {
      report = { ...reportOn(about, 'failed'), cause }
    }
    const told = await Promise.allSettled([
      withTimeLimit('The completion callback', timeLimit, () => this.#onComplete?.(sessionID)),
      withTimeLimit('`notify`', timeLimit, () => this.#host.notify?.(report)),
    ])
    const broken = told.find((result) => result.status === 'rejected')
    return broken === undefined || report.cause !== undefined ? report : { ...report, cause: broken.reason as unknown }
  }

  /** For a refusal without a reason the linter looks for the fault in the messages; nothing is stopped before that. */
  async #settle(error: unknown, ports: RecoveryPorts): Promise<DetectedError | null> {
    const loaded = await withTimeLimit('`load`', this.#engine.timeLimit, () => ports.load(null))
    if (loaded === null) return null
    const { format, messages, request = {} } = loaded
    return nameUnexplained(error, messages, { format, request })
  }

  async #stopTurn(sessionID: string): Promise<void> {
    await this.#onAbort?.(sessionID)
    await this.#host.abort?.(sessionID)
  }
}
