/** Runs the calls on one session one after the other, and calls on different sessions at the same time. */
export class SessionQueues {
  readonly #tails: Map<string, Promise<unknown>> = new Map()

  run<T>(sessionID: string, work: () => Promise<T>): Promise<T> {
    const result = (this.#tails.get(sessionID) ?? Promise.resolve()).then(work)
    const tail = result.catch(() => undefined)
    this.#tails.set(sessionID, tail)
    void tail.then(() => {
      if (this.#tails.get(sessionID) === tail) this.#tails.delete(sessionID)
    })
    return result
  }

  /** Resolves when all calls made until now are done. */
  async settled(): Promise<void> {
    await Promise.all(this.#tails.values())
  }
}
