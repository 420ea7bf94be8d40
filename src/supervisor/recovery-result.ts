import type { FailureClass } from './failure.ts'
import type { SessionRepair } from './executor.ts'
import type { RecoveryOutcome } from './recovery-outcome.ts'
import type { StrategyName } from './strategy-name.ts'

/** The result of one rung. `not_applicable`: no executor can do it. */
export interface TriedStrategy {
  readonly strategy: StrategyName
  readonly result: RecoveryOutcome | 'not_applicable'
  /** One line for a person, without output of the program (I12). */
  readonly why?: string
  /** In ms. */
  readonly durationMs: number
}

/** How one recovery went: what was tried, what it left to a person, and what it cost of the budget. */
export interface RecoveryResult {
  readonly sessionID: string
  readonly outcome: RecoveryOutcome
  /** The strategy that worked. */
  readonly strategy?: StrategyName
  readonly tried: readonly TriedStrategy[]
  readonly class: FailureClass
  /** Attempts that count against the budget, this one included. */
  readonly attempt: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly durationMs: number
  /** The repair of the stored conversation, if the plan included one. */
  readonly repair?: SessionRepair
  /** Commands whose outcome is unknown and that were not run again: a person decides (I16). */
  readonly pending?: readonly string[]
  /** Where the snapshot was archived. */
  readonly archive?: string
  readonly why?: 'budget' | 'stopped' | 'not_registered' | 'held' | 'no_executor' | 'exhausted' | 'timeout'
  /** What a person does next. */
  readonly next?: string
}
