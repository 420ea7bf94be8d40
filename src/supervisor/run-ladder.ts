import type { RecoveryOutcome } from './recovery-outcome.ts'
import type { TriedStrategy } from './recovery-result.ts'
import type { SessionHandle } from './session-handle.ts'
import { strategies } from './strategies/index.ts'
import { nameOf, type StrategyResult, type StrategyRun } from './strategies/strategy.ts'
import type { StrategyName } from './strategy-name.ts'

/** The result of a ladder. */
export interface LadderResult {
  readonly outcome: RecoveryOutcome
  readonly strategy?: StrategyName
  readonly session?: SessionHandle
  readonly tried: readonly TriedStrategy[]
}

/** Callbacks for each rung, and the clock. */
export interface LadderWatch {
  monotonic(): number
  started(strategy: StrategyName): void
  ended(tried: TriedStrategy): void
  /** Called after a failed rung, before the next one. */
  failed?(): Promise<void>
}

const outcomes: Readonly<Record<StrategyResult['result'], TriedStrategy['result']>> = {
  works: 'recovered',
  failed: 'failed',
  not_applicable: 'not_applicable',
  archived: 'archived',
}

/** Tries rung after rung until one works. A rung that throws has failed, and the next one is tried. */
export async function runLadder(
  names: readonly StrategyName[],
  run: StrategyRun,
  watch: LadderWatch,
): Promise<LadderResult> {
  const tried: TriedStrategy[] = []
  for (const strategy of names) {
    // After the time limit only `fallback` is run, which needs no program.
    if (run.signal.aborted && strategy !== 'fallback') continue
    watch.started(strategy)
    const from = watch.monotonic()
    const given = await strategies[strategy](run).catch((cause: unknown): StrategyResult => {
      return { result: 'failed', why: nameOf(cause) }
    })
    const one: TriedStrategy = {
      strategy,
      result: outcomes[given.result],
      ...('why' in given && { why: given.why }),
      durationMs: watch.monotonic() - from,
    }
    tried.push(one)
    watch.ended(one)
    if (given.result === 'works') return { outcome: 'recovered', strategy, session: given.session, tried }
    if (given.result === 'archived') return { outcome: 'archived', tried }
    if (given.result === 'failed') await watch.failed?.()
  }
  return { outcome: 'failed', tried }
}
