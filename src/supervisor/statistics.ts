import type { RecoveryOutcome } from './recovery-outcome.ts'
import type { RecoveryResult } from './recovery-result.ts'
import type { SessionState } from './snapshots/snapshot.ts'
import type { StrategyName } from './strategy-name.ts'
import type { SupervisorConfig } from './supervisor-options.ts'

/** Counts of one strategy. `worked` counts only what its probe has confirmed. */
export interface StrategyCounts {
  readonly tried: number
  readonly worked: number
  readonly notApplicable: number
}

/** Numbers of one session, or of all. Times in ms, of recovered and degraded sessions; 0 without any. */
export interface RecoveryNumbers {
  readonly attempts: number
  readonly outcomes: Readonly<Record<RecoveryOutcome, number>>
  /** Percentage of attempts that ended recovered or degraded; 0 without any. */
  readonly successRate: number
  readonly averageRecoveryMs: number
  readonly medianRecoveryMs: number
  readonly p95RecoveryMs: number
  readonly strategies: Readonly<Partial<Record<StrategyName, StrategyCounts>>>
  /** Messages of the stored conversations that were repaired. */
  readonly turnsRestored: number
  readonly bytesRestored: number
  readonly lastRecoveryAt?: Date
}

/** The numbers of one session, with its present state. */
export interface SessionNumbers extends RecoveryNumbers {
  readonly state: SessionState
  readonly pid?: number
  /** Attempts that count against the budget now. */
  readonly budgetUsed: number
  /** Why its last snapshot could not be written. */
  readonly writeError?: string
}

/** The result of `statistics()`: a copy, which does not change afterwards. */
export interface SupervisorStatistics extends RecoveryNumbers {
  readonly running: boolean
  readonly registeredSessions: number
  readonly activeRecoveries: number
  readonly interactive: {
    readonly sessions: number
    readonly withTimeouts: number
    readonly unresponsive: number
    readonly averageTimeoutCount: number
  }
  readonly sessions: Readonly<Record<string, SessionNumbers>>
  readonly config: SupervisorConfig
}

/** Times kept for median and p95; older ones count only for the average. */
const mostTimes = 1_000

/** A quantile of sorted numbers (nearest rank); 0 without any. */
function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** Counts recoveries, in bounded memory. */
export class RecoveryCounter {
  readonly #outcomes: Record<RecoveryOutcome, number> = { recovered: 0, degraded: 0, archived: 0, failed: 0 }
  readonly #strategies = new Map<StrategyName, { tried: number; worked: number; notApplicable: number }>()
  #times: number[] = []
  #totalMs = 0
  #turns = 0
  #bytes = 0
  #lastAt: Date | undefined

  add(result: RecoveryResult): void {
    this.#outcomes[result.outcome] += 1
    for (const { strategy, result: how } of result.tried) {
      const counts = this.#strategies.get(strategy) ?? { tried: 0, worked: 0, notApplicable: 0 }
      if (how === 'not_applicable') counts.notApplicable += 1
      else counts.tried += 1
      if (how === 'recovered') counts.worked += 1
      this.#strategies.set(strategy, counts)
    }
    this.#turns += result.repair?.turns ?? 0
    this.#bytes += result.repair?.bytes ?? 0
    if (result.outcome !== 'recovered' && result.outcome !== 'degraded') return
    this.#times.push(result.durationMs)
    if (this.#times.length > mostTimes) this.#times.shift()
    this.#totalMs += result.durationMs
    this.#lastAt = result.endedAt
  }

  numbers(): RecoveryNumbers {
    const { recovered, degraded, archived, failed } = this.#outcomes
    const attempts = recovered + degraded + archived + failed
    const well = recovered + degraded
    const sorted = [...this.#times].sort((a, b) => a - b)
    return {
      attempts,
      outcomes: { ...this.#outcomes },
      successRate: attempts === 0 ? 0 : (100 * well) / attempts,
      averageRecoveryMs: well === 0 ? 0 : this.#totalMs / well,
      medianRecoveryMs: quantile(sorted, 0.5),
      p95RecoveryMs: quantile(sorted, 0.95),
      strategies: Object.fromEntries([...this.#strategies].map(([name, counts]) => [name, { ...counts }])),
      turnsRestored: this.#turns,
      bytesRestored: this.#bytes,
      ...(this.#lastAt && { lastRecoveryAt: this.#lastAt }),
    }
  }
}
