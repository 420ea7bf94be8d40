import type { Clock } from '../../src/recovery/clock.ts'

/** Time that passes only when the test says so. */
export class ManualClock implements Clock {
  #now = 0
  #waiting: { readonly at: number; readonly run: () => void }[] = []

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): () => void {
    const entry = { at: this.#now + ms, run }
    this.#waiting.push(entry)
    return () => void (this.#waiting = this.#waiting.filter((other) => other !== entry))
  }

  /** Lets time pass until a promise settles: whatever is waited for is over then. */
  async runUntil<Value>(promise: Promise<Value>): Promise<Value> {
    let settled = false
    const mark = (): void => void (settled = true)
    promise.then(mark, mark)
    for (;;) {
      await new Promise(setImmediate)
      if (settled) return promise
      this.#now += 1000
      const due = this.#waiting.filter(({ at }) => at <= this.#now)
      this.#waiting = this.#waiting.filter(({ at }) => at > this.#now)
      for (const { run } of due) run()
    }
  }
}
