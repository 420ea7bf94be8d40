import type { EventBoard } from './supervisor-events.ts'
import { classifyFailure } from './classify-failure.ts'
import type { FullClock } from './clock.ts'
import type { ExecutionContext, SessionExecutor, SessionRepair } from './executor.ts'
import type { Failure } from './failure.ts'
import type { RecoveryPlan } from './make-plan.ts'
import { resolveProbe } from './probe.ts'
import type { RecoveryOutcome } from './recovery-outcome.ts'
import type { RecoveryResult, TriedStrategy } from './recovery-result.ts'
import { runLadder, type LadderWatch } from './run-ladder.ts'
import type { Scheduler } from './scheduler.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionKind } from './session-kind.ts'
import type { SessionSpec } from './session-spec.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import { endProgram } from './strategies/start-program.ts'
import { nameOf, type StrategyRun } from './strategies/strategy.ts'
import type { SupervisorConfig } from './supervisor-options.ts'
import { verifySession } from './verify-session.ts'

/** What a recovery needs of its supervisor. */
export interface RecoveryTools {
  readonly config: SupervisorConfig
  readonly clock: FullClock
  readonly scheduler: Scheduler
  readonly events: EventBoard
  readonly keeper: SnapshotKeeper
  readonly executors: ReadonlyMap<SessionKind, SessionExecutor>
  /** Where the supervisor keeps its sessions: two of them may have sessions of the same id. */
  readonly place: string
}

/** What an executor is asked with. */
export function executionContext(
  record: SessionRecord,
  { clock, scheduler, place }: Pick<RecoveryTools, 'clock' | 'scheduler' | 'place'>,
  signal: AbortSignal,
  spec: SessionSpec = record.spec,
): ExecutionContext {
  return {
    sessionID: record.id,
    name: `${place}#${record.id}`,
    spec,
    clock,
    scheduler,
    signal,
    again: record.startedBefore,
    since: record.registeredAt.getTime(),
  }
}

/** The means of the strategies, for one recovery. The attempt that the recovery itself has taken covers one start. */
export function strategyRun(record: SessionRecord, tools: RecoveryTools, signal: AbortSignal): StrategyRun {
  const { config, clock, scheduler, executors, keeper } = tools
  let covered = true
  return {
    record,
    signal,
    graceMs: config.graceMs,
    executorOf: (kind) => executors.get(kind),
    context: (spec) => executionContext(record, tools, signal, spec),
    takeBudget() {
      const now = clock.monotonic()
      const free = covered ? record.budget.renew(now) : record.budget.take(now)
      covered = false
      return free
    },
    async noteStart(session) {
      record.address = session.address
      await keeper.note(record)
    },
    sleep: (delayMs) => scheduler.sleep(delayMs, signal),
    verify: (session, otherwise) =>
      verifySession({
        sessionID: record.id,
        session,
        scheduler,
        probe: resolveProbe(record.spec.probe, config.probeTimeoutMs),
        mayEnd: record.spec.restart !== 'always',
        signal,
        cwd: record.spec.cwd,
        env: record.spec.env,
        ...(otherwise && { otherwise: (check) => otherwise(check.signal) }),
      }),
  }
}

/** Repairs the stored conversation; its program must not run meanwhile. */
async function repairFirst(run: StrategyRun, failure: Failure): Promise<SessionRepair | undefined> {
  const executor = run.executorOf(run.record.spec.kind ?? 'local')
  if (!executor?.repair) return undefined
  try {
    await endProgram(run)
    return await executor.repair(run.context(), failure)
  } catch (cause) {
    return { status: 'failed', says: `the repair failed (${nameOf(cause)})` }
  }
}

/** After a recovery: what was under way. Idempotent commands run again, the others are shown to a person (I16). */
async function settlePending(run: StrategyRun, tried: TriedStrategy[], watch: LadderWatch): Promise<string[]> {
  const { interactive, filter } = run.record
  if (interactive?.pendingCommands.some(({ idempotent }) => idempotent))
    tried.push(...(await runLadder(['command-retry'], run, watch)).tried)
  return (run.record.interactive?.pendingCommands ?? []).map(({ command }) => filter.text(command))
}

/** One recovery from its plan to its result, within its time. */
export async function recoverSession(
  record: SessionRecord,
  plan: RecoveryPlan,
  failure: Failure,
  tools: RecoveryTools,
  stopping: AbortSignal,
): Promise<RecoveryResult> {
  const { config, clock, scheduler, events, keeper } = tools
  const startedAt = new Date(clock.now())
  const from = clock.monotonic()
  const timeout = new AbortController()
  const signal = AbortSignal.any([stopping, timeout.signal])
  const cancelLimit = scheduler.after(
    config.recoveryTimeoutMs,
    () => timeout.abort(new DOMException('The recovery has used its time', 'TimeoutError')),
    { holds: true },
  )
  const run = strategyRun(record, tools, signal)
  try {
    let repair = plan.repairsSession ? await repairFirst(run, failure) : undefined
    // An exit does not say why; a program that had the terminal to itself has only stored it.
    let refused = repair?.refused === true
    const watch: LadderWatch = {
      monotonic: () => clock.monotonic(),
      started: (strategy) => events.emit('strategy-started', { sessionID: record.id, strategy }),
      ended: (tried) => events.emit('strategy-ended', { sessionID: record.id, ...tried }),
    }
    const ladder = await runLadder(plan.strategies, run, {
      ...watch,
      async failed() {
        // What was just started may have been refused, and have stored why.
        const again = plan.repairsSession && !signal.aborted ? await repairFirst(run, failure) : undefined
        if (again && again.status !== 'healthy') repair = again
        refused ||= again?.refused === true
      },
    })
    const tried = [...ladder.tried]
    const pending = ladder.outcome === 'recovered' ? await settlePending(run, tried, watch) : []
    const archive = ladder.outcome === 'archived' ? await keeper.archive(record) : undefined
    const left = pending.length > 0 || repair?.status === 'partly' || repair?.status === 'failed'
    let { outcome }: { outcome: RecoveryOutcome } = ladder
    if (outcome === 'recovered' && left) outcome = 'degraded'
    if (outcome === 'archived' && archive === undefined) outcome = 'failed'
    const named = classifyFailure(failure)
    const why = stopping.aborted ? 'stopped' : timeout.signal.aborted ? 'timeout' : 'exhausted'
    return {
      sessionID: record.id,
      outcome,
      ...(ladder.strategy && { strategy: ladder.strategy }),
      tried,
      class: refused && named === 'exit' ? 'structural' : named,
      attempt: record.budget.used(clock.monotonic()),
      startedAt,
      endedAt: new Date(clock.now()),
      durationMs: clock.monotonic() - from,
      ...(repair && { repair }),
      ...(pending.length > 0 && { pending }),
      ...(archive !== undefined && { archive }),
      ...(ladder.outcome !== 'recovered' && { why }),
    }
  } finally {
    cancelLimit()
  }
}
