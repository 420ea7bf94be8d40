import type { Clock } from '../clock.ts'

/** What a healthy store needs to keep what has come of a call that was given up. */
const partingMs = 250

/** How long who gives up waits still: not at all, or so that a store which answers has everything before he learns of the end. */
export type Parting = 'at once' | 'a moment'

/** Who waits for a call, and may give up. What was begun for him goes on without him, within its own limits. */
export class Caller {
  readonly #clock: Clock
  readonly #signal: AbortSignal | null | undefined
  #settled: Promise<unknown> = Promise.resolve()

  constructor(clock: Clock, signal: AbortSignal | null | undefined) {
    this.#clock = clock
    this.#signal = signal
  }

  get hasLeft(): boolean {
    return this.#signal?.aborted === true
  }

  /** Settles when all is done that he has waited for, also what he has not waited for to its end. */
  get settled(): Promise<unknown> {
    return this.#settled
  }

  /** Resolves with the work, or when he has left; rejects as the work does while he waits. */
  async waitFor(work: Promise<unknown>, parting: Parting): Promise<void> {
    const signal = this.#signal
    if (!signal) return void (await work)
    this.#settled = Promise.allSettled([this.#settled, work])
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    let callOff: (() => void) | undefined
    const giveUp = (): void => {
      if (parting === 'at once') leave()
      else callOff = this.#clock.after(partingMs, leave)
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true })
    try {
      await Promise.race([work, left])
    } finally {
      callOff?.()
      signal.removeEventListener('abort', giveUp)
    }
  }
}
