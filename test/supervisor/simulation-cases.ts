import { expect, it } from 'vitest'
import { simulate } from './simulate.ts'

/** Lives of supervised sessions under a clock that a test moves, one a seed. */
export function simulationCases(seeds: number): void {
  it(`in ${seeds} lives exceeds its budget, succeeds without its probe, or leaves something behind when it stops`, async () => {
    let recoveries = 0
    for (let seed = 1; seed <= seeds; seed += 1) {
      const { recoveries: some, events: _events, ...wrong } = await simulate(seed)
      recoveries += some
      expect({ seed, ...wrong }).toEqual({
        seed,
        overBudget: [],
        successWithoutProbe: [],
        afterStop: [],
        hostErrors: [],
      })
    }
    // A life in which nothing happens proves nothing.
    expect(recoveries).toBeGreaterThan(seeds * 2)
  })
}
