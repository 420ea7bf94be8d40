import { resolve } from 'node:path'
import { longestTimer } from '../json/longest-timer.ts'
import { checkSessionID } from './check-session-id.ts'
import { SessionClaims } from './claims/session-claims.ts'
import { classifyFailure } from './classify-failure.ts'
import { toFailure, type GivenFailure, type RecoveryPlan } from './make-plan.ts'
import { Recoveries } from './recoveries.ts'
import { notWritten } from './not-written.ts'
import type { RecoveryTools } from './strategy-run.ts'
import type { RecoveryResult } from './recovery-result.ts'
import { Scheduler } from './scheduler.ts'
import { heldError, SessionBook, wasAlive } from './session-book.ts'
import type { SessionRecord } from './session-record.ts'
import { checkSessionSpec, type SessionSpec } from './session-spec.ts'
import type { SessionHandle } from './session-handle.ts'
import type { StopOptions, SupervisedSession } from './session-supervisor.ts'
import { SessionWatch } from './session-watch.ts'
import type { TriggerDecision } from './should-trigger.ts'
import { SnapshotKeeper } from './snapshot-keeper.ts'
import { checkSnapshotPatch } from './snapshots/patch-schema.ts'
import type { Snapshot, SnapshotPatch } from './snapshots/snapshot.ts'
import { snapshotStoreOf } from './snapshots/snapshot-store-of.ts'
import type { SupervisorStatistics } from './statistics.ts'
import { statisticsOf } from './statistics-of.ts'
import { EventBoard } from './supervisor-events.ts'
import { SupervisorError } from './supervisor-error.ts'
import { resolveSupervisorOptions, type SessionSupervisorOptions } from './supervisor-options.ts'
import { loadTelemetry } from './telemetry.ts'

/** The supervisor; `SessionSupervisor` is its public interface. */
export class SupervisorCore {
  readonly events: EventBoard = new EventBoard()
  readonly #tools: RecoveryTools
  readonly #book: SessionBook
  readonly #recoveries: Recoveries
  readonly #watch: SessionWatch
  readonly #hostSignal: AbortSignal | undefined
  #stopping = new AbortController()
  #running = false
  #loading: Promise<void> | undefined
  #stopped: Promise<void> | undefined
  /** Counts calls of `stop`, so that a `start` that is overtaken by one gives up. */
  #stops = 0

  constructor(options: SessionSupervisorOptions) {
    const { config, executors, clock, random } = resolveSupervisorOptions(options)
    const { events } = this
    const scheduler = new Scheduler(clock, (missedMs) => this.#slept(missedMs))
    const store = snapshotStoreOf(options, config.snapshot.generations, () => clock.now())
    const keeper = new SnapshotKeeper(store, events)
    // Without a folder nothing is left that another process could find, so the pid is unique enough.
    const place = options.folder === undefined ? `pid ${process.pid}` : resolve(options.folder)
    this.#tools = { config, clock, scheduler, events, keeper, executors, place }
    this.#hostSignal = options.signal
    const claims = new SessionClaims(store.claims, scheduler, (sessionID) => {
      this.#lost(sessionID).catch((cause: unknown) => this.events.emit('host-error', { sessionID, cause }))
    })
    this.#book = new SessionBook(this.#tools, store, claims)
    const host = { isRunning: () => this.#running, stopping: () => this.#stopping.signal }
    this.#recoveries = new Recoveries(this.#tools, { ...host, watch: (record) => this.#watch.watch(record) })
    this.#watch = new SessionWatch(this.#tools, {
      ...host,
      setState: (record, state) => this.#recoveries.setState(record, state),
      shouldTrigger: (record) => this.#recoveries.triggerOf(record),
      recover: (record, failure) => this.#recoveries.recover(record, failure),
      park: (record) => this.#recoveries.park(record),
      random,
    })
  }

  async register(sessionID: string, given: SessionSpec): Promise<SupervisedSession> {
    checkSessionID(sessionID)
    const spec = checkSessionSpec(given)
    this.#checkGoing()
    await this.#load()
    const record = await this.#book.enter(sessionID, spec)
    record.respecify(spec)
    if (record.state === 'parked') record.budget.reset()
    // A session that was done begins anew; an interrupted one goes on.
    if (record.state === 'ended') record.beginAnew()
    if (record.state === 'parked') record.state = 'registered'
    await this.#tools.keeper.save(record).catch(notWritten(sessionID))
    this.events.emit('registered', { sessionID })
    if (this.#running) await this.#watch.launch(record)
    return viewOf(record)
  }

  async unregister(sessionID: string): Promise<boolean> {
    const record = this.#book.find(sessionID)
    if (!record) return false
    await this.#book.own(record)
    this.#book.drop(record)
    record.gone.abort(new SupervisorError('not_registered', `${sessionID} is not looked after any more.`, ''))
    record.waiting.abort()
    record.watching.abort()
    await Promise.allSettled([record.launching, record.recovery])
    await this.#end(record.release(), sessionID)
    try {
      await this.#book.remove(record, () => this.#tools.keeper.remove(record))
    } catch (cause) {
      // Its files still exist: it stays known as `ended`, so that a second call can remove it, and it is not started again.
      record.state = 'ended'
      record.gone = new AbortController()
      this.#book.keep(record)
      throw cause
    }
    this.events.emit('unregistered', { sessionID })
    return true
  }

  async update(sessionID: string, given: SnapshotPatch): Promise<boolean> {
    const patch = checkSnapshotPatch(given)
    const record = this.#book.find(sessionID)
    if (!record) return false
    await this.#book.own(record)
    record.patch(patch)
    // A small change is appended; output, history and variables need a whole snapshot.
    const small = patch.output === undefined && patch.commandHistory === undefined && patch.env === undefined
    const { keeper } = this.#tools
    const written = small && patch.command === undefined ? keeper.saveChange(record) : keeper.save(record)
    await written.catch(notWritten(sessionID))
    return true
  }

  async recover(sessionID: string, failure?: GivenFailure): Promise<RecoveryResult> {
    await this.#load()
    const record = this.#book.find(sessionID)
    const holder = record && (await this.#book.claim(record))
    if (record && !holder) return this.#recoveries.recover(record, failure)
    const at = new Date(this.#tools.clock.now())
    const times = { startedAt: at, endedAt: at, durationMs: 0 }
    const result = { outcome: 'failed', tried: [], attempt: 0, ...times } as const
    const [why, next] =
      record && holder
        ? (['held', heldError(record, holder).message] as const)
        : (['not_registered', 'Register the session first.'] as const)
    return { ...result, sessionID, class: classifyFailure(toFailure(failure)), why, next }
  }

  plan(sessionID: string, failure?: GivenFailure): RecoveryPlan {
    return this.#recoveries.planOf(this.#book.get(sessionID), failure)
  }

  shouldTrigger(sessionID: string): TriggerDecision {
    return this.#recoveries.triggerOf(this.#book.get(sessionID))
  }

  history(sessionID: string): readonly RecoveryResult[] {
    return structuredClone(this.#book.find(sessionID)?.results ?? [])
  }

  snapshots(): readonly Snapshot[] {
    return this.#book.all().map((record) => record.toSnapshot())
  }

  statistics(): SupervisorStatistics {
    return statisticsOf(this.#recoveries.counter, this.#book.all(), {
      config: this.#tools.config,
      running: this.#running,
      monotonic: this.#tools.clock.monotonic(),
    })
  }

  async start(): Promise<void> {
    if (this.#running) return
    const stops = this.#stops
    await this.#stopped
    if (this.#stops !== stops) return
    if (this.#stopping.signal.aborted) this.#renew()
    this.#hostSignal?.throwIfAborted()
    // Before `#running` is set: if the folder cannot be read, a second `start` must try again.
    await this.#load()
    if (this.#running || this.#stops !== stops) return
    this.#running = true
    this.#hostSignal?.addEventListener('abort', this.#onHostAbort, { once: true })
    const records = this.#book.all()
    this.events.emit('started', { sessions: records.length })
    for (const record of records) {
      if (this.#stops !== stops) return
      // A session without an executor, or whose claim fails, must not keep the others from starting.
      await this.#takeUp(record).catch((cause: unknown) => {
        this.events.emit('host-error', { sessionID: record.id, cause })
      })
    }
  }

  async #takeUp(record: SessionRecord): Promise<void> {
    const isLeftBehind = record.claim === undefined
    if (!(await this.#mayLaunch(record))) return
    // A left session with `restart: 'never'` may only be adopted: if its program is gone, it has ended.
    const isOnce = isLeftBehind && record.state === 'running' && record.spec.restart === 'never'
    await this.#watch.launch(record, { onlyAdopt: isOnce })
  }

  /** Whether a session is to be launched: registered here, or left alive by a supervisor that is gone. */
  async #mayLaunch(record: SessionRecord): Promise<boolean> {
    if (record.claim !== undefined) return record.state !== 'parked' && record.state !== 'ended'
    if (!wasAlive(record)) return false
    const holder = await this.#book.claim(record)
    if (holder) this.events.emit('held', { sessionID: record.id, holder })
    // Checked again: the claim may have restored a newer state, written since all snapshots were loaded.
    return !holder && wasAlive(record)
  }

  stop(options: StopOptions = {}): Promise<void> {
    this.#stops += 1
    this.#stopped ??= this.#stop(options).finally(() => {
      this.#stopped = undefined
    })
    return this.#stopped
  }

  async #stop({ sessions = 'end' }: StopOptions): Promise<void> {
    const { scheduler, keeper, executors } = this.#tools
    const wasRunning = this.#running
    this.#running = false
    this.#hostSignal?.removeEventListener('abort', this.#onHostAbort)
    for (const record of this.#book.all()) {
      record.waiting.abort()
      record.watching.abort()
    }
    this.#stopping.abort(new SupervisorError('stopped', 'The supervisor has been stopped.', ''))
    const drained = await this.#drain()
    await Promise.all(this.#book.all().map((record) => this.#settle(record, sessions)))
    for (const executor of executors.values()) await executor.close?.().catch(() => undefined)
    for (const record of this.#book.all()) {
      // Sessions of other supervisors are left alone.
      if (record.claim !== undefined) await keeper.save(record).catch(() => undefined)
    }
    await this.#book.giveBack()
    scheduler.close()
    if (wasRunning) this.events.emit('stopped', { drained })
  }

  /** Waits for launches and recoveries in progress, at most `drainMs`. */
  async #drain(): Promise<boolean> {
    const { clock, config } = this.#tools
    const under = this.#book.all().flatMap(({ recovery, launching }) => [recovery, launching])
    let timer: unknown
    const drained = await Promise.race([
      Promise.all(under.map((work) => work?.catch(() => undefined))).then(() => true),
      new Promise<boolean>((done) => {
        timer = clock.setTimeout(() => done(false), Math.min(config.drainMs, longestTimer))
      }),
    ])
    clock.clearTimeout(timer)
    return drained
  }

  /** Ends or leaves the program of a session when its supervisor stops. */
  async #settle(record: SessionRecord, sessions: NonNullable<StopOptions['sessions']>): Promise<void> {
    const handle = record.release()
    if (!handle) {
      if (record.claim !== undefined && wasAlive(record)) record.state = 'stopped'
      return
    }
    if (sessions === 'leave' || handle.outlivesSupervisor) handle.detach()
    else {
      await this.#end(handle, record.id)
      record.state = 'stopped'
    }
  }

  /** Ends a program. If that fails (another user's process), it is detached and reported, and the rest goes on. */
  async #end(handle: SessionHandle | undefined, sessionID: string): Promise<void> {
    await handle?.stop(this.#tools.config.graceMs).catch((cause: unknown) => {
      handle.detach()
      this.events.emit('host-error', { sessionID, cause })
    })
  }

  /** Gives up a session that another supervisor has taken. Its program is ended, unless that supervisor can adopt it (tmux, ssh). */
  async #lost(sessionID: string): Promise<void> {
    const record = this.#book.find(sessionID)
    if (!record) return
    record.claim = undefined
    record.waiting.abort()
    record.watching.abort()
    record.gone.abort(new SupervisorError('held', `Another supervisor has taken ${sessionID} over.`, ''))
    await Promise.allSettled([record.launching, record.recovery])
    record.gone = new AbortController()
    const handle = record.release()
    if (handle?.outlivesSupervisor) handle.detach()
    else await this.#end(handle, sessionID)
    this.#recoveries.setState(record, 'stopped')
    this.events.emit('lost', { sessionID })
  }

  readonly #onHostAbort = (): void => void this.stop().catch(() => undefined)

  /** Makes a stopped supervisor ready to start again. */
  #renew(): void {
    this.#stopping = new AbortController()
    this.#tools.scheduler.open()
  }

  #checkGoing(): void {
    if (this.#stopping.signal.aborted && !this.#running) this.#renew()
    this.#hostSignal?.throwIfAborted()
  }

  /** Loads the snapshots of former supervisors, once. */
  #load(): Promise<void> {
    this.#loading ??= (async () => {
      this.#recoveries.telemetry = await loadTelemetry(this.#tools.config.telemetry)
      await this.#book.load()
    })().catch((cause: unknown) => {
      this.#loading = undefined
      throw cause
    })
    return this.#loading
  }

  #slept(missedMs: number): void {
    this.#recoveries.awake()
    for (const record of this.#book.all()) record.missedProbes = 0
    this.events.emit('resumed', { missedMs })
  }
}

function viewOf({ id, state, handle }: SessionRecord): SupervisedSession {
  return { sessionID: id, state, ...(handle?.pid !== undefined && { pid: handle.pid }) }
}
