import type { SupervisorClock } from '../../src/supervisor/clock.ts'

/** Time that a test moves. Timers run in order; promises between them get their turn. */
export class FakeClock implements SupervisorClock {
  wall: number = Date.UTC(2026, 10, 22)
  #monotonic = 0
  #next = 1
  readonly #timers = new Map<number, { readonly due: number; readonly run: () => void }>()

  now(): number {
    return this.wall
  }
  monotonic(): number {
    return this.#monotonic
  }
  setTimeout(run: () => void, delayMs: number): number {
    const id = this.#next++
    this.#timers.set(id, { due: this.#monotonic + delayMs, run })
    return id
  }
  clearTimeout(id: unknown): void {
    this.#timers.delete(id as number)
  }

  /** Timers that wait. */
  get waiting(): number {
    return this.#timers.size
  }

  /** The wall clock is set; what is measured does not notice. */
  step(byMs: number): void {
    this.wall += byMs
  }

  /** The machine sleeps: both clocks have gone on when it wakes, and no timer has run. */
  sleep(forMs: number): void {
    this.wall += forMs
    this.#monotonic += forMs
  }

  /** Lets promises settle that wait for nothing but each other, and for short work of the system. */
  async settle(rounds = 3): Promise<void> {
    for (let round = 0; round < rounds; round += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  /** Moves time on, and runs what is due on the way. */
  async advance(byMs: number): Promise<void> {
    const until = this.#monotonic + byMs
    await this.settle()
    for (;;) {
      const [id, timer] = [...this.#timers].sort(([, a], [, b]) => a.due - b.due)[0] ?? []
      if (id === undefined || timer === undefined || timer.due > until) break
      this.wall += Math.max(0, timer.due - this.#monotonic)
      this.#monotonic = Math.max(this.#monotonic, timer.due)
      this.#timers.delete(id)
      timer.run()
      await this.settle()
    }
    this.wall += until - this.#monotonic
    this.#monotonic = until
    await this.settle()
  }

  /** Runs time on until a promise settles. */
  async until<T>(promise: Promise<T>, stepMs = 100): Promise<T> {
    const state = { settled: false }
    const done = promise.finally(() => {
      state.settled = true
    })
    done.catch(() => undefined)
    await this.settle()
    for (let steps = 0; !state.settled && steps < 100_000; steps += 1) await this.advance(stepMs)
    return done
  }
}
