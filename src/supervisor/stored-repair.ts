import type { SessionRepair } from './executor.ts'
import type { Failure } from './failure.ts'
import { endProgram } from './strategies/start-program.ts'
import { nameOf, type StrategyRun } from './strategies/strategy.ts'

/** Repairs the stored conversation during one recovery: before the first rung, and after each failed one. */
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

  /** The first repair, or the last later one that did not find the session healthy. */
  get newest(): SessionRepair | undefined {
    return this.#newest
  }

  /** Whether the provider refused the conversation. The exit does not tell; the program may have stored or printed the error. */
  get isRefused(): boolean {
    return this.#isRefused
  }

  /** Whether the last repair is incomplete. */
  get isLeft(): boolean {
    return this.#newest?.status === 'partly' || this.#newest?.status === 'failed'
  }

  async first(): Promise<void> {
    this.#newest = await this.#repair()
    this.#isRefused = this.#newest?.refused === true
  }

  /** After a failed rung: the program just started may have been refused and have stored the error. */
  async again(): Promise<void> {
    const repair = this.#run.signal.aborted ? undefined : await this.#repair()
    if (repair && repair.status !== 'healthy') this.#newest = repair
    this.#isRefused ||= repair?.refused === true
  }

  /** Ends the program first, which must not run during the repair. */
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
