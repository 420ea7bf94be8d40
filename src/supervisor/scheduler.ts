import { longestTimer } from '../json/longest-timer.ts'
import type { FullClock } from './clock.ts'

/** A timer that fires later than this means that the machine slept. */
const sleptMs = 10_000

interface Task {
  readonly due: number
  readonly run: () => void
  /** Keeps the process alive until it has run. */
  readonly holds: boolean
}

export interface ScheduleOptions {
  readonly signal?: AbortSignal | undefined
  /** Keeps the process alive until the task has run. Default false. */
  readonly holds?: boolean
}

/** All timed tasks of a supervisor in one queue with one timer; `close` removes them all. */
export class Scheduler {
  readonly #clock: FullClock
  readonly #onSleep: (missedMs: number) => void
  readonly #tasks = new Set<Task>()
  #timer: unknown
  #timerDue = Number.POSITIVE_INFINITY
  #closed = false

  constructor(clock: FullClock, onSleep: (missedMs: number) => void = () => undefined) {
    this.#clock = clock
    this.#onSleep = onSleep
  }

  /** Number of waiting tasks. */
  get waiting(): number {
    return this.#tasks.size
  }

  /** Runs `run` after a delay. The returned function, and the signal, cancel it. */
  after(delayMs: number, run: () => void, { signal, holds = false }: ScheduleOptions = {}): () => void {
    if (this.#closed || signal?.aborted || delayMs === Number.POSITIVE_INFINITY) return () => undefined
    const cancel = (): void => {
      signal?.removeEventListener('abort', cancel)
      if (this.#tasks.delete(task)) this.#arm()
    }
    const task: Task = {
      due: this.#clock.monotonic() + Math.max(0, delayMs),
      holds,
      run: () => {
        signal?.removeEventListener('abort', cancel)
        run()
      },
    }
    signal?.addEventListener('abort', cancel, { once: true })
    this.#tasks.add(task)
    this.#arm()
    return cancel
  }

  /** Resolves after a delay; rejects with the signal's reason when it is aborted. */
  sleep(delayMs: number, signal: AbortSignal, holds = true): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(signal.reason as Error)
      if (signal.aborted) return abort()
      signal.addEventListener('abort', abort, { once: true })
      this.after(
        delayMs,
        () => {
          signal.removeEventListener('abort', abort)
          resolve()
        },
        { signal, holds },
      )
    })
  }

  /** Drops all tasks. */
  close(): void {
    this.#closed = true
    this.#tasks.clear()
    this.#disarm()
  }

  /** Accepts tasks again after {@link close}. */
  open(): void {
    this.#closed = false
  }

  #disarm(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer)
    this.#timer = undefined
    this.#timerDue = Number.POSITIVE_INFINITY
  }

  #arm(): void {
    this.#disarm()
    if (this.#tasks.size === 0) return
    let due = Number.POSITIVE_INFINITY
    let holds = false
    for (const task of this.#tasks) {
      due = Math.min(due, task.due)
      holds ||= task.holds
    }
    this.#timerDue = due
    // A longer wait is split: `#fire` finds nothing due and arms the timer again.
    const delay = Math.min(longestTimer, Math.max(0, due - this.#clock.monotonic()))
    const timer = this.#clock.setTimeout(() => this.#fire(), delay)
    this.#timer = timer
    if (!holds && typeof timer === 'object' && timer !== null && 'unref' in timer) (timer as NodeJS.Timeout).unref()
  }

  #fire(): void {
    const now = this.#clock.monotonic()
    const missed = now - this.#timerDue
    this.#timer = undefined
    if (missed > sleptMs) this.#onSleep(missed)
    const due = [...this.#tasks].filter((task) => task.due <= now).sort((a, b) => a.due - b.due)
    for (const task of due) if (this.#tasks.delete(task)) task.run()
    this.#arm()
  }
}
