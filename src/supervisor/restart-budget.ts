/** Limits restarts, like the restart intensity of OTP supervisors and systemd's `StartLimitBurst`. */
export interface Budget {
  /** Attempts allowed within the window; 0 never tries, `Infinity` always. Default 3. */
  readonly max: number
  /** Length of the sliding window in ms; 0 forgets each attempt at once, `Infinity` only when stable. Default 600,000. */
  readonly windowMs: number
  /** After running this long without a failure, in ms, a session gets its whole budget back. Default: the window. */
  readonly stableMs: number
}

export const defaultBudget: Omit<Budget, 'stableMs'> = { max: 3, windowMs: 600_000 }

/** Counts attempts. Times are monotonic ms, so that a jump of the wall clock does not change the budget. */
export class RestartBudget {
  readonly #budget: Budget
  #taken: number[] = []
  #healthySince: number | undefined

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** The number of attempts that count now. */
  used(now: number): number {
    const { windowMs, stableMs } = this.#budget
    if (this.#healthySince !== undefined && now - this.#healthySince >= stableMs) this.#taken = []
    this.#taken = this.#taken.filter((at) => now - at < windowMs)
    return this.#taken.length
  }

  /** Takes one attempt; false when there is none left. */
  take(now: number): boolean {
    if (this.used(now) >= this.#budget.max) return false
    this.#taken.push(now)
    // With an infinite budget the list would grow without limit.
    if (this.#taken.length > 1_000) this.#taken.shift()
    return true
  }

  /** Moves the last attempt to now, when its program really starts: the machine may have slept in between. */
  renew(now: number): boolean {
    this.#taken.pop()
    return this.take(now)
  }

  /** Begins the stable period (the session runs since then), or with undefined ends it (the session failed). */
  healthy(since: number | undefined): void {
    this.#healthySince = since
  }

  /** Gives the whole budget back, for example when a person registers a parked session again. */
  reset(): void {
    this.#taken = []
  }

  /** Ages of the attempts in ms, newest last, for a snapshot. */
  ages(now: number): number[] {
    this.used(now)
    return this.#taken.map((at) => now - at)
  }

  /** Adds the attempts of a former supervisor, given by their ages. */
  restore(ages: readonly number[], now: number): void {
    this.#taken = [...ages.map((age) => now - Math.max(0, age)), ...this.#taken].sort((a, b) => a - b)
  }
}
