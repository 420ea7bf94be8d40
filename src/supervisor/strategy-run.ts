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
