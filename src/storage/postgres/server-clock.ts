/**
 * The database's clock, derived from its last answer, so that all nodes of a fleet share one time for their leases. Between two
 * answers it follows `performance.now`, which does not jump when the wall clock is set. It lags by less than a round trip.
 */
export class ServerClock {
  #offset: number = performance.timeOrigin

  learn(serverNow: number): void {
    this.#offset = serverNow - performance.now()
  }

  readonly now = (): number => Math.floor(this.#offset + performance.now())
}
