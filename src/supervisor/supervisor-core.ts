import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { identifyProcess, isSameProcess, type ProcessIdentity } from '../files/process-identity.ts'
import { checkSessionID } from './check-session-id.ts'
import { classifyFailure } from './classify-failure.ts'
import { makePlan, toFailure, type GivenFailure, type RecoveryPlan } from './make-plan.ts'
import { recoverSession, type RecoveryTools } from './recover-session.ts'
import type { RecoveryResult } from './recovery-result.ts'
import { Scheduler } from './scheduler.ts'
import { SessionRecord } from './session-record.ts'
import { checkSessionSpec, type SessionSpec } from './session-spec.ts'
import type { StopOptions, SupervisedSession } from './session-supervisor.ts'
import { SessionWatch } from './session-watch.ts'
import { shouldTrigger, type TriggerDecision } from './should-trigger.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'
import { folderSnapshots } from './snapshots/folder-snapshots.ts'
import { memorySnapshots } from './snapshots/memory-snapshots.ts'
import { checkSnapshotPatch } from './snapshots/patch-schema.ts'
import type { Snapshot, SnapshotPatch, SessionState } from './snapshots/snapshot.ts'
import type { SnapshotStore } from './snapshots/snapshot-store.ts'
import { storeSnapshots } from './snapshots/store-snapshots.ts'
import { RecoveryCounter, type SupervisorStatistics } from './statistics.ts'
import { statisticsOf } from './statistics-of.ts'
import { EventBoard } from './supervisor-events.ts'
import { SupervisorError } from './supervisor-error.ts'
import { resolveSupervisorOptions, type SessionSupervisorOptions } from './supervisor-options.ts'
import { specOfSnapshot } from './spec-of-snapshot.ts'
import { loadTelemetry, type Telemetry } from './telemetry.ts'
import { nextCommand } from './next-command.ts'

/** States of a session whose program ran when its supervisor was last seen. */
const alive: ReadonlySet<SessionState> = new Set(['running', 'recovering', 'waiting'])

/** The supervisor itself; its face is `SessionSupervisor`. */
export class SupervisorCore {
  readonly events: EventBoard = new EventBoard()
  readonly #tools: RecoveryTools
  readonly #store: SnapshotStore
  readonly #random: () => number
  readonly #records = new Map<string, SessionRecord>()
  readonly #counter = new RecoveryCounter()
  readonly #watch: SessionWatch
  readonly #hostSignal: AbortSignal | undefined
  #stopping = new AbortController()
  #running = false
  #loading: Promise<void> | undefined
  #stopped: Promise<void> | undefined
  #owner: ProcessIdentity | undefined
  #telemetry: Telemetry | undefined
  #awakeSince = Number.NEGATIVE_INFINITY

  constructor(options: SessionSupervisorOptions) {
    const { config, executors, clock, random } = resolveSupervisorOptions(options)
    const scheduler = new Scheduler(clock, (missedMs) => this.#slept(missedMs))
    this.#store =
      options.folder === undefined
        ? options.store
          ? storeSnapshots(options.store)
          : memorySnapshots()
        : folderSnapshots(options.folder, config.snapshot.generations)
    const keeper = new SnapshotKeeper(this.#store, this.events)
    // Without a folder nothing outlives this process that could be found again: its number tells it apart.
    const place = options.folder === undefined ? `pid ${process.pid}` : resolve(options.folder)
    this.#tools = { config, clock, scheduler, events: this.events, keeper, executors, place }
    this.#random = random
    this.#hostSignal = options.signal
    this.#watch = new SessionWatch(this.#tools, {
      isRunning: () => this.#running,
      stopping: () => this.#stopping.signal,
      setState: (record, state) => this.#setState(record, state),
      shouldTrigger: (record) => this.#triggerOf(record),
      recover: (record, failure) => this.#recoverRecord(record, failure),
      park: (record) => this.#park(record),
      random: this.#random,
    })
  }

  async register(sessionID: string, given: SessionSpec): Promise<SupervisedSession> {
    checkSessionID(sessionID)
    const spec = checkSessionSpec(given)
    this.#checkGoing()
    await this.#load()
    const known = this.#records.get(sessionID)
    await this.#checkOwner(known)
    const record = known ?? new SessionRecord(sessionID, spec, this.#tools.config, this.#tools.clock)
    record.respecify(spec)
    record.owner = this.#owner
    if (record.state === 'parked') record.budget.reset()
    // What was done begins anew; what was broken off goes on.
    if (record.state === 'ended') record.beginAnew()
    if (record.state === 'parked') record.state = 'registered'
    this.#records.set(sessionID, record)
    await this.#tools.keeper.save(record).catch((cause: unknown) => {
      throw new SupervisorError('not_written', `The snapshot of ${sessionID} cannot be written.`, 'Check the folder.', {
        cause,
      })
    })
    this.events.emit('registered', { sessionID })
    if (this.#running) await this.#watch.launch(record)
    return viewOf(record)
  }

  async unregister(sessionID: string): Promise<boolean> {
    const record = this.#records.get(sessionID)
    if (!record) return false
    this.#records.delete(sessionID)
    record.gone.abort(new SupervisorError('not_registered', `${sessionID} is not looked after any more.`, ''))
    record.waiting.abort()
    record.watching.abort()
    await record.recovery?.catch(() => undefined)
    await record.release()?.stop(this.#tools.config.graceMs)
    await this.#tools.keeper.remove(record)
    this.events.emit('unregistered', { sessionID })
    return true
  }

  async update(sessionID: string, given: SnapshotPatch): Promise<boolean> {
    const patch = checkSnapshotPatch(given)
    const record = this.#records.get(sessionID)
    if (!record) return false
    record.patch(patch)
    // Small changes are appended; what grows (output, history, variables) waits for no longer than the next whole snapshot.
    const small = patch.output === undefined && patch.commandHistory === undefined && patch.env === undefined
    await (small && patch.command === undefined
      ? this.#tools.keeper.note(record)
      : this.#tools.keeper.save(record).catch(() => undefined))
    return true
  }

  async recover(sessionID: string, failure?: GivenFailure): Promise<RecoveryResult> {
    await this.#load()
    const record = this.#records.get(sessionID)
    if (record && !record.owner && !(await this.#isHeld(record))) record.owner = this.#owner
    if (record?.owner) return this.#recoverRecord(record, failure)
    const at = new Date(this.#tools.clock.now())
    const times = { startedAt: at, endedAt: at, durationMs: 0 }
    const result = { outcome: 'failed', tried: [], attempt: 0, ...times } as const
    const [why, next] = record
      ? (['held', `Process ${record.heldBy?.pid} looks after it.`] as const)
      : (['not_registered', 'Register the session first.'] as const)
    return { ...result, sessionID, class: classifyFailure(toFailure(failure)), why, next }
  }

  plan(sessionID: string, failure?: GivenFailure): RecoveryPlan {
    return this.#planOf(this.#get(sessionID), failure)
  }

  shouldTrigger(sessionID: string): TriggerDecision {
    return this.#triggerOf(this.#get(sessionID))
  }

  history(sessionID: string): readonly RecoveryResult[] {
    return structuredClone(this.#records.get(sessionID)?.results ?? [])
  }

  snapshots(): readonly Snapshot[] {
    return [...this.#records.values()].map((record) => record.toSnapshot())
  }

  statistics(): SupervisorStatistics {
    return statisticsOf(this.#counter, [...this.#records.values()], {
      config: this.#tools.config,
      running: this.#running,
      monotonic: this.#tools.clock.monotonic(),
    })
  }

  async start(): Promise<void> {
    if (this.#running) return
    await this.#stopped
    if (this.#stopping.signal.aborted) this.#renew()
    this.#hostSignal?.throwIfAborted()
    this.#running = true
    this.#hostSignal?.addEventListener('abort', this.#onHostAbort, { once: true })
    await this.#load()
    const records = [...this.#records.values()]
    this.events.emit('started', { sessions: records.length })
    for (const record of records) {
      if (record.handle || record.recovery) this.#watch.watch(record)
      else if (await this.#mayLaunch(record)) await this.#watch.launch(record)
    }
  }

  /** Registered here, or left behind by a supervisor that is gone while the session was alive. */
  async #mayLaunch(record: SessionRecord): Promise<boolean> {
    if (record.owner) return record.state !== 'parked' && record.state !== 'ended'
    if (!alive.has(record.state) || (await this.#isHeld(record))) return false
    record.owner = this.#owner
    return true
  }

  stop(options: StopOptions = {}): Promise<void> {
    this.#stopped ??= this.#stop(options).finally(() => {
      this.#stopped = undefined
    })
    return this.#stopped
  }

  async #stop({ sessions = 'end' }: StopOptions): Promise<void> {
    const { scheduler, clock, config, keeper, executors } = this.#tools
    const wasRunning = this.#running
    this.#running = false
    this.#hostSignal?.removeEventListener('abort', this.#onHostAbort)
    for (const record of this.#records.values()) {
      record.waiting.abort()
      record.watching.abort()
    }
    this.#stopping.abort(new SupervisorError('stopped', 'The supervisor has been stopped.', ''))
    const recoveries = [...this.#records.values()].map(({ recovery }) => recovery?.catch(() => undefined))
    let timer: unknown
    const drained = await Promise.race([
      Promise.all(recoveries).then(() => true),
      new Promise<boolean>((resolve) => {
        timer = clock.setTimeout(() => resolve(false), config.drainMs)
      }),
    ])
    clock.clearTimeout(timer)
    await Promise.all([...this.#records.values()].map((record) => this.#settle(record, sessions)))
    for (const executor of executors.values()) await executor.close?.().catch(() => undefined)
    for (const record of this.#records.values()) {
      // What belongs to another supervisor, which may be writing at this moment, is none of our business.
      if (!record.owner) continue
      record.owner = undefined
      await keeper.save(record).catch(() => undefined)
    }
    scheduler.close()
    if (wasRunning) this.events.emit('stopped', { drained })
  }

  /** Ends or leaves the program of a session when its supervisor stops. */
  async #settle(record: SessionRecord, sessions: NonNullable<StopOptions['sessions']>): Promise<void> {
    const handle = record.release()
    if (!handle) {
      if (record.owner && alive.has(record.state)) record.state = 'stopped'
      return
    }
    if (sessions === 'leave' || handle.outlivesSupervisor) handle.detach()
    else {
      await handle.stop(this.#tools.config.graceMs)
      record.state = 'stopped'
    }
  }

  readonly #onHostAbort = (): void => void this.stop().catch(() => undefined)

  /** A stopped supervisor may be started again. */
  #renew(): void {
    this.#stopping = new AbortController()
    this.#tools.scheduler.open()
  }

  #checkGoing(): void {
    if (this.#stopping.signal.aborted && !this.#running) this.#renew()
    this.#hostSignal?.throwIfAborted()
  }

  /** Loads what former supervisors have left, once. */
  #load(): Promise<void> {
    this.#loading ??= (async () => {
      const own = { host: hostname(), bootId: '', pid: process.pid, startTime: '' }
      this.#owner = (await identifyProcess(process.pid)) ?? own
      this.#telemetry = await loadTelemetry(this.#tools.config.telemetry)
      const { snapshots, damaged } = await this.#store.load()
      for (const one of damaged) this.events.emit('snapshot-damaged', one)
      for (const snapshot of snapshots) {
        const { config, clock } = this.#tools
        const { spec, complete } = specOfSnapshot(snapshot)
        const record = new SessionRecord(snapshot.sessionID, spec, config, clock)
        record.restore(snapshot)
        record.incomplete = !complete
        if (!this.#records.has(record.id)) this.#records.set(record.id, record)
      }
    })()
    return this.#loading
  }

  /** @throws SupervisorError `held` */
  async #checkOwner(record: SessionRecord | undefined): Promise<void> {
    if (!record || !(await this.#isHeld(record))) return
    throw new SupervisorError(
      'held',
      `Process ${record.heldBy?.pid} looks after ${record.id}.`,
      'End that supervisor first, or use another id.',
    )
  }

  /** Whether another supervisor, which lives, looks after the session. */
  async #isHeld({ heldBy }: SessionRecord): Promise<boolean> {
    if (!heldBy || (heldBy.pid === process.pid && heldBy.startTime === this.#owner?.startTime)) return false
    return isSameProcess(heldBy)
  }

  #get(sessionID: string): SessionRecord {
    const record = this.#records.get(sessionID)
    if (record) return record
    throw new SupervisorError(
      'not_registered',
      `There is no session ${JSON.stringify(sessionID)}.`,
      'Register it first.',
    )
  }

  #planOf(record: SessionRecord, failure: GivenFailure): RecoveryPlan {
    const { config, clock } = this.#tools
    return makePlan(failure, {
      sessionID: record.id,
      place: record.spec.kind === 'ssh' || record.spec.ssh ? 'remote' : 'local',
      smart: config.smart,
      interactive: record.interactive,
      now: clock.now(),
    })
  }

  #triggerOf(record: SessionRecord): TriggerDecision {
    return shouldTrigger(record.interactive, {
      now: this.#tools.clock.now(),
      registeredAt: record.registeredAt.getTime(),
      awakeSince: this.#awakeSince,
    })
  }

  #setState(record: SessionRecord, state: SessionState): void {
    if (record.state === state) return
    record.state = state
    this.events.emit('state', { sessionID: record.id, state })
  }

  #recoverRecord(record: SessionRecord, failure: GivenFailure): Promise<RecoveryResult> {
    record.recovery ??= this.#recover(record, failure).finally(() => {
      record.recovery = undefined
    })
    return record.recovery
  }

  async #recover(record: SessionRecord, given: GivenFailure): Promise<RecoveryResult> {
    const { clock, keeper } = this.#tools
    record.waiting.abort()
    record.waiting = new AbortController()
    record.budget.healthy(record.handle ? record.healthySince : undefined)
    const plan = this.#planOf(record, given)
    const failure = toFailure(given)
    if (!record.budget.take(clock.monotonic())) return this.#refuse(record, plan)
    record.budget.healthy(undefined)
    record.watching.abort()
    const attempt = record.budget.used(clock.monotonic())
    this.events.emit('recovery-started', { sessionID: record.id, attempt, plan })
    const endSpan = this.#telemetry?.recovery(plan, record.spec.conversationID)
    if (failure.text !== undefined || failure.class !== undefined)
      record.noteError(`${plan.class}${failure.text === undefined ? '' : `: ${failure.text}`}`)
    this.#setState(record, 'recovering')
    await keeper.note(record)
    const stopping = AbortSignal.any([this.#stopping.signal, record.gone.signal])
    const result = await recoverSession(record, plan, failure, this.#tools, stopping)
    endSpan?.(result)
    this.#counter.add(result)
    record.counter.add(result)
    record.remember(result)
    this.events.emit('recovery-ended', result)
    if (record.gone.signal.aborted) return result
    if (record.handle) {
      this.#setState(record, 'running')
      this.#watch.watch(record)
    } else if (result.why === 'stopped') this.#setState(record, 'stopped')
    else if (!this.#running) this.#setState(record, 'parked')
    await keeper.save(record).catch(() => undefined)
    return result
  }

  /** The answer when the budget is used up: nothing is tried, a person is told. */
  async #refuse(record: SessionRecord, plan: RecoveryPlan): Promise<RecoveryResult> {
    const { clock } = this.#tools
    const at = new Date(clock.now())
    const attempt = record.budget.used(clock.monotonic())
    await this.#park(record)
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

  /** Once, loudly: what is parked already is not told again. */
  async #park(record: SessionRecord): Promise<void> {
    if (record.state === 'parked') return
    this.#setState(record, 'parked')
    const attempts = record.budget.used(this.#tools.clock.monotonic())
    this.events.emit('parked', { sessionID: record.id, attempts, next: nextCommand(record) })
    await this.#tools.keeper.note(record)
  }

  #slept(missedMs: number): void {
    this.#awakeSince = this.#tools.clock.now()
    for (const record of this.#records.values()) record.missedProbes = 0
    this.events.emit('resumed', { missedMs })
  }
}

function viewOf({ id, state, handle }: SessionRecord): SupervisedSession {
  return { sessionID: id, state, ...(handle?.pid !== undefined && { pid: handle.pid }) }
}
