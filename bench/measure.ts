/** What a number counts: shares are compared from run to run, times depend on the machine. */
export type Unit = 'share' | 'ms' | 'µs' | 'kB' | '/s' | 'MB/s'

/** One line of the table: what was measured, with what it should be. */
export interface Row {
  readonly what: string
  readonly unit: Unit
  readonly value: number
  /** At most this. */
  readonly target: number | null
}

/** The best of some rounds, in milliseconds: what other processes take away is no property of the code. */
export function time(run: () => unknown, rounds: number): number {
  return timesOf(rounds, run)[0]!
}

/** What some work costs beside what it is compared with. They take turns, so that other processes disturb both. */
export function shareOf(work: () => unknown, beside: () => unknown, rounds: number): number {
  const [worked, compared] = timesOf(rounds, work, beside) as [number, number]
  return worked / compared
}

function timesOf(rounds: number, ...jobs: readonly (() => unknown)[]): number[] {
  const best = jobs.map(() => Infinity)
  for (let round = 0; round < rounds; round += 1)
    jobs.forEach((job, index) => {
      const start = performance.now()
      job()
      best[index] = Math.min(best[index]!, performance.now() - start)
    })
  return best
}

/** The same for work that has to be waited for. */
export async function awaitedShareOf(
  work: () => Promise<unknown>,
  beside: () => Promise<unknown>,
  rounds: number,
): Promise<number> {
  const best = [Infinity, Infinity] as [number, number]
  for (let round = 0; round < rounds; round += 1)
    for (const [index, job] of [work, beside].entries()) {
      const start = performance.now()
      await job()
      best[index] = Math.min(best[index]!, performance.now() - start)
    }
  return best[0] / best[1]
}

/** A row as a share of something that it was measured beside. */
export function shareRow(what: string, value: number, target: number | null): Row {
  return { what, unit: 'share', value, target }
}

/** A number as readers see it. */
export function written(value: number, unit: Unit): string {
  if (unit === 'share') return `${(value * 100).toFixed(value < 0.995 ? 1 : 0)} %`
  return `${value.toFixed(1)} ${unit}`
}
