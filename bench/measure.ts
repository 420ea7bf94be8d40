/** The best of some rounds, in milliseconds: what other processes take away is no property of the code. */
export function time(run: () => unknown, rounds: number): number {
  let best = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now()
    run()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** One line of the table: a share of what it is measured against, with what it should be. */
export interface Row {
  readonly what: string
  /** The measured share; compared with the committed one by `--check`. */
  readonly share: number
  /** The same for readers. */
  readonly value: string
  readonly target: number | null
}
