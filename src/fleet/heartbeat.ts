import type { Lease } from '../storage/lease.ts'

interface Init {
  readonly lease: Lease
  readonly everyMs: number
  readonly stallMs: number
  /** Told of a beat that failed: no connection was free, or the database is away. */
  readonly onError: (cause: unknown) => void
}

/** Keeps a lease while its work lives. Without progress for `stallMs` it lets the lease lapse. */
export class Heartbeat {
  readonly #stallMs: number
  readonly #timer: NodeJS.Timeout
  #lastProgress = performance.now()

  constructor({ lease, everyMs, stallMs, onError }: Init) {
    this.#stallMs = stallMs
    this.#timer = setInterval(() => {
      // A database that is away for a moment: the next beat tries again until the lease has lapsed.
      if (performance.now() - this.#lastProgress < this.#stallMs) lease.renew().catch(onError)
    }, everyMs)
  }

  readonly progress = (): void => {
    this.#lastProgress = performance.now()
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
