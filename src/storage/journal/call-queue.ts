/** Runs the calls on one session in their order, and calls on all sessions (`runAlone`) after all earlier calls. */
export class CallQueue {
  readonly #tails: Map<string, Promise<unknown>> = new Map()
  #barrier: Promise<unknown> = Promise.resolve()

  run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = [this.#tails.get(key), this.#barrier]
    const result = Promise.allSettled(before).then(work)
    const tail = result
      .catch(() => undefined)
      .then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key)
      })
    this.#tails.set(key, tail)
    return result
  }

  runAlone<T>(work: () => Promise<T>): Promise<T> {
    const result = Promise.allSettled([...this.#tails.values(), this.#barrier]).then(work)
    this.#barrier = result.catch(() => undefined)
    return result
  }
}
