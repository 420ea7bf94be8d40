/** Restart intensity, as OTP supervisors and systemd (`StartLimitBurst`) have it. */
export interface Budget {
  /** So many attempts within the window; 0 never tries, `Infinity` always. Default 3. */
  readonly max: number
  /** Length of the sliding window in ms; 0 forgets each attempt at once, `Infinity` only when stable. Default 600,000. */
  readonly windowMs: number
  /** A session that has run so long without a failure gets its whole budget back. Default: the window. */
  readonly stableMs: number
}

export const defaultBudget: Omit<Budget, 'stableMs'> = { max: 3, windowMs: 600_000 }

/** Counts attempts. Times are monotonic ms: a step of the wall clock neither gives budget back nor takes it. */
export class RestartBudget {
  readonly #budget: Budget
  #taken: number[] = []
  #healthySince: number | undefined

  constructor(budget: Budget) {
    this.#budget = budget
  }

  /** Attempts that count now. */
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
    // With an endless budget there is nothing to count, and nothing may grow.
    if (this.#taken.length > 1_000) this.#taken.shift()
    return true
  }

  /** The attempt that was taken last happens only now: the machine may have slept in between. */
  renew(now: number): boolean {
    this.#taken.pop()
    return this.take(now)
  }

  /** The session runs, or has failed: the stable period begins, or is broken off. */
  healthy(since: number | undefined): void {
    this.#healthySince = since
  }

  /** A person has looked after it. */
  reset(): void {
    this.#taken = []
  }

  /** Ages of the attempts in ms, newest last: what a successor needs to go on counting. */
  ages(now: number): number[] {
    this.used(now)
    return this.#taken.map((at) => now - at)
  }

  /** Goes on from the ages that a former supervisor has left. */
  restore(ages: readonly number[], now: number): void {
    this.#taken = [...ages.map((age) => now - Math.max(0, age)), ...this.#taken].sort((a, b) => a - b)
  }
}
