import type { SessionRepair } from './executor.ts'
import type { Failure } from './failure.ts'
import { endProgram } from './strategies/start-program.ts'
import { nameOf, type StrategyRun } from './strategies/strategy.ts'

/** What one recovery repairs of the stored conversation: before the first rung, and after each that failed. */
export class StoredRepair {
  readonly #run: StrategyRun
  readonly #failure: Failure
  readonly #isWanted: boolean
  #newest: SessionRepair | undefined
  #isRefused = false

  constructor(run: StrategyRun, failure: Failure, isWanted: boolean) {
    this.#run = run
    this.#failure = failure
    this.#isWanted = isWanted
  }

  /** What was done last that is more than a look. */
  get newest(): SessionRepair | undefined {
    return this.#newest
  }

  /** The provider has refused the conversation: an exit does not say why, a program that had the terminal to itself has only stored it. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  /** Its work is not done yet. */
  get isLeft(): boolean {
    return this.#newest?.status === 'partly' || this.#newest?.status === 'failed'
  }

  async first(): Promise<void> {
    this.#newest = await this.#repair()
    this.#isRefused = this.#newest?.refused === true
  }

  /** What was just started may have been refused, and have stored why. */
  async again(): Promise<void> {
    const repair = this.#run.signal.aborted ? undefined : await this.#repair()
    if (repair && repair.status !== 'healthy') this.#newest = repair
    this.#isRefused ||= repair?.refused === true
  }

  /** The program must not run meanwhile. */
  async #repair(): Promise<SessionRepair | undefined> {
    const run = this.#run
    const executor = this.#isWanted ? run.executorOf(run.record.spec.kind ?? 'local') : undefined
    if (!executor?.repair) return undefined
    try {
      await endProgram(run)
      return await executor.repair(run.context(), this.#failure)
    } catch (cause) {
      return { status: 'failed', says: `the repair failed (${nameOf(cause)})` }
    }
  }
}
