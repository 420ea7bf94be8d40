import { classifyFailure } from './classify-failure.ts'
import type { Failure } from './failure.ts'
import type { RecoveryPlan } from './make-plan.ts'
import type { RecoveryOutcome } from './recovery-outcome.ts'
import type { RecoveryResult, TriedStrategy } from './recovery-result.ts'
import { runLadder, type LadderWatch } from './run-ladder.ts'
import type { SessionRecord } from './session-record.ts'
import { StoredRepair } from './stored-repair.ts'
import type { StrategyRun } from './strategies/strategy.ts'
import { strategyRun, type RecoveryTools } from './strategy-run.ts'

/** Runs one recovery from plan to result, within its time limit. */
export async function recoverSession(
  record: SessionRecord,
  plan: RecoveryPlan,
  failure: Failure,
  tools: RecoveryTools,
  stopping: AbortSignal,
): Promise<RecoveryResult> {
  const { clock, keeper } = tools
  const startedAt = new Date(clock.now())
  const from = clock.monotonic()
  const limit = timeLimit(tools)
  const run = strategyRun(record, tools, AbortSignal.any([stopping, limit.signal]))
  const repair = new StoredRepair(run, failure, plan.repairsSession)
  const watch = watchOf(record, tools)
  try {
    await repair.first()
    const ladder = await runLadder(plan.strategies, run, { ...watch, failed: () => repair.again() })
    const tried = [...ladder.tried]
    const pending = ladder.outcome === 'recovered' ? await settlePending(run, tried, watch) : []
    const archive = ladder.outcome === 'archived' ? await keeper.archive(record) : undefined
    const named = classifyFailure(failure)
    return {
      sessionID: record.id,
      outcome: outcomeOf(ladder.outcome, { isWorkLeft: pending.length > 0 || repair.isLeft, archive }),
      ...(ladder.strategy && { strategy: ladder.strategy }),
      tried,
      class: repair.isRefused && named === 'exit' ? 'structural' : named,
      attempt: record.budget.used(clock.monotonic()),
      startedAt,
      endedAt: new Date(clock.now()),
      durationMs: clock.monotonic() - from,
      ...(repair.newest && { repair: repair.newest }),
      ...(pending.length > 0 && { pending }),
      ...(archive !== undefined && { archive }),
      ...(ladder.outcome !== 'recovered' && { why: whyOf(stopping, limit.signal) }),
    }
  } finally {
    limit.cancel()
  }
}

function timeLimit({ config, scheduler }: RecoveryTools): {
  readonly signal: AbortSignal
  readonly cancel: () => void
} {
  const timeout = new AbortController()
  const end = (): void => timeout.abort(new DOMException('The recovery has used its time', 'TimeoutError'))
  return { signal: timeout.signal, cancel: scheduler.after(config.recoveryTimeoutMs, end, { holds: true }) }
}

function watchOf({ id: sessionID }: SessionRecord, { clock, events }: RecoveryTools): LadderWatch {
  return {
    monotonic: () => clock.monotonic(),
    started: (strategy) => events.emit('strategy-started', { sessionID, strategy }),
    ended: (tried) => events.emit('strategy-ended', { sessionID, ...tried }),
  }
}

/** After a recovery: runs idempotent pending commands again, and returns the others, which a person must decide (I16). */
async function settlePending(run: StrategyRun, tried: TriedStrategy[], watch: LadderWatch): Promise<string[]> {
  const { interactive, filter } = run.record
  if (interactive?.pendingCommands.some(({ idempotent }) => idempotent))
    tried.push(...(await runLadder(['command-retry'], run, watch)).tried)
  return (run.record.interactive?.pendingCommands ?? []).map(({ command }) => filter.text(command))
}

function outcomeOf(
  reached: RecoveryOutcome,
  { isWorkLeft, archive }: { readonly isWorkLeft: boolean; readonly archive: RecoveryResult['archive'] },
): RecoveryOutcome {
  if (reached === 'recovered') return isWorkLeft ? 'degraded' : 'recovered'
  return reached === 'archived' && archive === undefined ? 'failed' : reached
}

function whyOf(stopping: AbortSignal, limit: AbortSignal): NonNullable<RecoveryResult['why']> {
  return stopping.aborted ? 'stopped' : limit.aborted ? 'timeout' : 'exhausted'
}
