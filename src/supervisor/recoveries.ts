import { makePlan, toFailure, type GivenFailure, type RecoveryPlan } from './make-plan.ts'
import { nextCommand } from './next-command.ts'
import { recoverSession } from './recover-session.ts'
import type { RecoveryTools } from './strategy-run.ts'
import type { RecoveryResult } from './recovery-result.ts'
import type { SessionRecord } from './session-record.ts'
import { shouldTrigger, type TriggerDecision } from './should-trigger.ts'
import type { SessionState } from './snapshots/snapshot.ts'
import { RecoveryCounter } from './statistics.ts'
import type { Telemetry } from './telemetry.ts'

/** What recoveries need from their supervisor. */
export interface RecoveryHost {
  isRunning(): boolean
  stopping(): AbortSignal
  watch(record: SessionRecord): void
}

/** Runs and counts recoveries: one at a time per session, within its budget. */
export class Recoveries {
  readonly counter: RecoveryCounter = new RecoveryCounter()
  telemetry: Telemetry | undefined
  readonly #tools: RecoveryTools
  readonly #host: RecoveryHost
  #awakeSince = Number.NEGATIVE_INFINITY

  constructor(tools: RecoveryTools, host: RecoveryHost) {
    this.#tools = tools
    this.#host = host
  }

  planOf(record: SessionRecord, failure: GivenFailure): RecoveryPlan {
    const { config, clock } = this.#tools
    return makePlan(failure, {
      sessionID: record.id,
      place: record.spec.kind === 'ssh' || record.spec.ssh ? 'remote' : 'local',
      smart: config.smart,
      interactive: record.interactive,
      now: clock.now(),
    })
  }

  triggerOf(record: SessionRecord): TriggerDecision {
    return shouldTrigger(record.interactive, {
      now: this.#tools.clock.now(),
      registeredAt: record.registeredAt.getTime(),
      awakeSince: this.#awakeSince,
    })
  }

  /** To be called when the machine wakes up: the time it slept does not count as silence of a session. */
  awake(): void {
    this.#awakeSince = this.#tools.clock.now()
  }

  setState(record: SessionRecord, state: SessionState): void {
    if (record.state === state) return
    record.state = state
    this.#tools.events.emit('state', { sessionID: record.id, state })
  }

  /** Recovers a session; a concurrent call joins the running recovery (I9). */
  recover(record: SessionRecord, failure: GivenFailure): Promise<RecoveryResult> {
    record.recovery ??= this.#recover(record, failure).finally(() => {
      record.recovery = undefined
    })
    return record.recovery
  }

  /** Parks a session and emits `parked`, once. */
  async park(record: SessionRecord): Promise<void> {
    if (record.state === 'parked') return
    this.setState(record, 'parked')
    const attempts = record.budget.used(this.#tools.clock.monotonic())
    this.#tools.events.emit('parked', { sessionID: record.id, attempts, next: nextCommand(record) })
    await this.#tools.keeper.note(record)
  }

  async #recover(record: SessionRecord, given: GivenFailure): Promise<RecoveryResult> {
    const { clock, keeper, events } = this.#tools
    record.waiting.abort()
    record.waiting = new AbortController()
    record.budget.healthy(record.handle ? record.healthySince : undefined)
    const plan = this.planOf(record, given)
    const failure = toFailure(given)
    if (!record.budget.take(clock.monotonic())) return this.#refuse(record, plan)
    record.budget.healthy(undefined)
    record.watching.abort()
    const attempt = record.budget.used(clock.monotonic())
    events.emit('recovery-started', { sessionID: record.id, attempt, plan })
    const endSpan = this.telemetry?.recovery(plan, record.spec.conversationID)
    if (failure.text !== undefined || failure.class !== undefined)
      record.noteError(`${plan.class}${failure.text === undefined ? '' : `: ${failure.text}`}`)
    this.setState(record, 'recovering')
    await keeper.note(record)
    const stopping = AbortSignal.any([this.#host.stopping(), record.gone.signal])
    const result = await recoverSession(record, plan, failure, this.#tools, stopping)
    endSpan?.(result)
    this.counter.add(result)
    record.counter.add(result)
    record.remember(result)
    events.emit('recovery-ended', result)
    if (record.gone.signal.aborted) return result
    if (record.handle) {
      this.setState(record, 'running')
      this.#host.watch(record)
    } else if (result.why === 'stopped') this.setState(record, 'stopped')
    else if (!this.#host.isRunning()) this.setState(record, 'parked')
    await keeper.save(record).catch(() => undefined)
    return result
  }

  /** The result when the budget is used up: nothing is tried, and the session is parked. */
  async #refuse(record: SessionRecord, plan: RecoveryPlan): Promise<RecoveryResult> {
    const { clock } = this.#tools
    const at = new Date(clock.now())
    const attempt = record.budget.used(clock.monotonic())
    await this.park(record)
    return {
      sessionID: record.id,
      outcome: 'failed',
      tried: [],
      class: plan.class,
      attempt,
      startedAt: at,
      endedAt: at,
      durationMs: 0,
      why: 'budget',
      next: nextCommand(record),
    }
  }
}
