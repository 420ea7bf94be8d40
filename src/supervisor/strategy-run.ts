import type { FullClock } from './clock.ts'
import type { ExecutionContext, SessionExecutor } from './executor.ts'
import { resolveProbe } from './probe.ts'
import type { Scheduler } from './scheduler.ts'
import type { SessionKind } from './session-kind.ts'
import type { SessionRecord } from './session-record.ts'
import type { SessionSpec } from './session-spec.ts'
import type { SnapshotKeeper } from './snapshot-keeper.ts'
import type { StrategyRun } from './strategies/strategy.ts'
import type { EventBoard } from './supervisor-events.ts'
import type { SupervisorConfig } from './supervisor-options.ts'
import { verifySession } from './verify-session.ts'

/** What a recovery needs from its supervisor. */
export interface RecoveryTools {
  readonly config: SupervisorConfig
  readonly clock: FullClock
  readonly scheduler: Scheduler
  readonly events: EventBoard
  readonly keeper: SnapshotKeeper
  readonly executors: ReadonlyMap<SessionKind, SessionExecutor>
  /** The supervisor's folder (or pid), since two supervisors may have sessions with the same id. */
  readonly place: string
}

/** The context for an executor. */
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

/** The means of the strategies during one recovery. Its first start is covered by the attempt that the recovery has taken. */
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
