import { backoffDelay } from './backoff.ts'
import { classifyExit, classifyFailure, isOrderlyExit } from './classify-failure.ts'
import type { Failure } from './failure.ts'
import { executionContext, strategyRun, type RecoveryTools } from './strategy-run.ts'
import type { RecoveryResult } from './recovery-result.ts'
import { resolveProbe } from './probe.ts'
import type { SessionHandle } from './session-handle.ts'
import type { SessionRecord } from './session-record.ts'
import type { TriggerDecision } from './should-trigger.ts'
import { checkSnapshotPatch } from './snapshots/patch-schema.ts'
import type { SessionState } from './snapshots/snapshot.ts'
import { nameOf } from './strategies/strategy.ts'
import { SupervisorError } from './supervisor-error.ts'

/** What the watch needs from its supervisor. */
export interface WatchHost {
  isRunning(): boolean
  stopping(): AbortSignal
  setState(record: SessionRecord, state: SessionState): void
  shouldTrigger(record: SessionRecord): TriggerDecision
  recover(record: SessionRecord, failure: Failure): Promise<RecoveryResult>
  park(record: SessionRecord): Promise<void>
  random(): number
}

/** Failed probes in a row after which a program counts as unresponsive. */
const mostMisses = 3

/** Starts programs, notices when they end or fall silent, and schedules the next attempt. */
export class SessionWatch {
  readonly #tools: RecoveryTools
  readonly #host: WatchHost

  constructor(tools: RecoveryTools, host: WatchHost) {
    this.#tools = tools
    this.#host = host
  }

  /**
   * Adopts the program of a session if it still runs, else starts it, unless `onlyAdopt` is set. The first start costs no
   * budget.
   *
   * @throws SupervisorError `no_executor`
   */
  launch(record: SessionRecord, { onlyAdopt = false }: { readonly onlyAdopt?: boolean } = {}): Promise<void> {
    if (record.handle || record.recovery) return Promise.resolve()
    // Concurrent calls share one launch.
    record.launching ??= this.#launch(record, onlyAdopt).finally(() => {
      record.launching = undefined
    })
    return record.launching
  }

  async #launch(record: SessionRecord, onlyAdopt: boolean): Promise<void> {
    const { executors, events, keeper } = this.#tools
    const executor = executors.get(record.spec.kind ?? 'local')
    if (!executor)
      throw new SupervisorError(
        'no_executor',
        `Nothing here can run ${record.id}: no executor for ${record.spec.kind ?? 'local'}.`,
        'Give one to createSessionSupervisor: executors: [localProcess()].',
      )
    const context = executionContext(record, this.#tools, this.#host.stopping())
    // Tried even without an address: the former supervisor may have been killed before it wrote one.
    const found = await executor.adopt?.(context, record.address ?? {}).catch(() => undefined)
    if (!found && onlyAdopt) return this.#endUnseen(record)
    // Its secrets are missing, so it cannot be started until it is registered again.
    if (!found && record.incomplete) return this.#host.setState(record, 'stopped')
    let handle: SessionHandle
    try {
      handle = found ?? (await executor.start(context))
    } catch (cause) {
      await this.scheduleAttempt(record, { class: 'exit', error: cause, text: `not started (${nameOf(cause)})` })
      return
    }
    record.attach(handle)
    this.#host.setState(record, 'running')
    this.watch(record)
    await keeper.note(record)
    events.emit(found ? 'adopted' : 'launched', { sessionID: record.id, pid: handle.pid })
  }

  /** The program ended unobserved, and must not be started again. */
  async #endUnseen(record: SessionRecord): Promise<void> {
    const { events, keeper } = this.#tools
    record.lastExit = { code: null, signal: null }
    events.emit('ended', { sessionID: record.id, exit: record.lastExit, orderly: false })
    this.#host.setState(record, 'ended')
    await keeper.note(record)
  }

  /** Watches the session's present program. */
  watch(record: SessionRecord): void {
    const { handle } = record
    if (!handle) return
    record.watching.abort()
    record.watching = new AbortController()
    record.healthySince = this.#tools.clock.monotonic()
    record.budget.healthy(record.healthySince)
    this.#inBackground(
      record,
      handle.ended.then(async (exit) => {
        // A running recovery handles the end itself, unless it has just passed that point: so it is awaited.
        await record.recovery?.catch(() => undefined)
        // Another program may have taken its place meanwhile.
        if (record.handle === handle) await this.#onEnd(record, exit)
      }),
    )
    this.#armSnapshot(record)
    this.#armProbe(record, handle)
  }

  /** Schedules the next attempt after a backoff with jitter, or parks the session. */
  async scheduleAttempt(record: SessionRecord, failure: Failure): Promise<void> {
    const { clock, scheduler, events, keeper, config } = this.#tools
    if (!this.#host.isRunning() || record.gone.signal.aborted) return
    const used = record.budget.used(clock.monotonic())
    if (used >= config.budget.max) return this.#host.park(record)
    const delayMs = used === 0 ? 0 : backoffDelay(config.backoff, used, () => this.#host.random())
    this.#host.setState(record, 'waiting')
    record.waiting.abort()
    record.waiting = new AbortController()
    scheduler.after(delayMs, () => this.#inBackground(record, this.#attempt(record, failure)), {
      signal: record.waiting.signal,
      holds: true,
    })
    const attempt = { sessionID: record.id, class: classifyFailure(failure), attempt: used + 1, delayMs }
    events.emit('retry-scheduled', attempt)
    await keeper.note(record)
  }

  /** Runs work that nobody awaits; errors are emitted as `host-error`. */
  #inBackground({ id }: SessionRecord, work: Promise<void>): void {
    work.catch((cause: unknown) => this.#tools.events.emit('host-error', { sessionID: id, cause }))
  }

  async #attempt(record: SessionRecord, failure: Failure): Promise<void> {
    const result = await this.#host.recover(record, failure)
    if (result.outcome === 'archived' || (result.outcome === 'failed' && result.why !== 'budget'))
      return this.scheduleAttempt(record, failure)
  }

  async #onEnd(record: SessionRecord, exit: { code: number | null; signal: string | null }): Promise<void> {
    const { events, keeper, clock } = this.#tools
    record.budget.used(clock.monotonic())
    record.budget.healthy(undefined)
    record.watching.abort()
    const output = record.rawTail(8_192)
    const handle = record.release()
    record.lastExit = exit
    const { restart = 'on-failure' } = record.spec
    // With an unknown exit (of an adopted program) it is not assumed that the program was done.
    const orderly = (exit.code !== null || exit.signal !== null) && isOrderlyExit(exit)
    events.emit('ended', { sessionID: record.id, exit, orderly })
    if (restart === 'never' || (orderly && restart === 'on-failure')) {
      this.#host.setState(record, 'ended')
      await keeper.note(record)
      // Removes a dead tmux pane, which would keep its server, and anyone attached to it, forever.
      await handle?.stop(0)
      return
    }
    const failure: Failure = { class: classifyExit(exit, output), error: output }
    if (this.#host.isRunning()) await this.scheduleAttempt(record, failure)
    else this.#host.setState(record, 'stopped')
  }

  #armSnapshot(record: SessionRecord): void {
    const { scheduler, config } = this.#tools
    const { intervalMs } = config.snapshot
    if (intervalMs === 0) return
    scheduler.after(intervalMs, () => this.#inBackground(record, this.#snapshot(record)), {
      signal: record.watching.signal,
    })
  }

  async #snapshot(record: SessionRecord): Promise<void> {
    const { keeper, events } = this.#tools
    try {
      const fresh = await record.spec.capture?.()
      if (fresh) record.patch(checkSnapshotPatch(fresh))
    } catch (cause) {
      events.emit('host-error', { sessionID: record.id, cause })
    }
    await keeper.save(record).catch(() => undefined)
    if (record.watching.signal.aborted) return
    const { trigger, cause } = this.#host.shouldTrigger(record)
    if (trigger && this.#host.isRunning() && !record.recovery) {
      await this.#attempt(record, { class: 'prompt', text: `prompt ${cause}` })
      return
    }
    this.#armSnapshot(record)
  }

  #armProbe(record: SessionRecord, handle: SessionHandle): void {
    const { scheduler, config } = this.#tools
    const { intervalMs, check } = resolveProbe(record.spec.probe, config.probeTimeoutMs)
    if (intervalMs === 0 || check === undefined) return
    scheduler.after(intervalMs, () => this.#inBackground(record, this.#probe(record, handle)), {
      signal: record.watching.signal,
    })
  }

  async #probe(record: SessionRecord, handle: SessionHandle): Promise<void> {
    const { signal } = record.watching
    const { works } = await strategyRun(record, this.#tools, signal).verify(handle)
    if (signal.aborted || record.handle !== handle) return
    record.missedProbes = works ? 0 : record.missedProbes + 1
    if (record.missedProbes >= mostMisses && this.#host.isRunning() && !record.recovery)
      await this.#attempt(record, { class: 'unresponsive' })
    else this.#armProbe(record, handle)
  }
}
