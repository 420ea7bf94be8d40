/**
 * The database's clock, as this process knows it from the last answer. Nodes of a fleet need one time for their leases;
 * between two answers a clock goes on that no step of the wall clock moves. It lags by less than a round trip.
 */
export class ServerClock {
  #offset: number = performance.timeOrigin

  learn(serverNow: number): void {
    this.#offset = serverNow - performance.now()
  }

  readonly now = (): number => Math.floor(this.#offset + performance.now())
}
