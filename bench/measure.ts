/** What a number counts: shares are compared from run to run, times depend on the machine. */
export type Unit = 'share' | 'ms' | 'µs' | 'kB' | '/s' | 'MB/s'

/** One line of the table: what was measured, with what it should be. */
export interface Row {
  readonly what: string
  readonly unit: Unit
  readonly value: number
  /** At most this. */
  readonly target: number | null
  /** False: a worse value is told and ends no check, since it says more about the machine than about the code. */
  readonly decides?: boolean
}

/** Rounds after which code is compiled: until the thirtieth, a repair costs a third more than from then on. */
const warmUps = 40

/** A block of work lasts many of the ticks in which processor time is counted. */
const blockMs = 40

/**
 * What some work costs beside what it is compared with, in processor time: what other programs do bends that least (at a load of 16
 * on two cores by a tenth, the best of some rounds by two and more). They take turns, so that both find the machine as it is.
 */
export function shareOf(work: () => unknown, beside: () => unknown, blocks: number): number {
  const repeats = timesOf(warmUps, work, beside).map((ms) => Math.ceil(blockMs / ms))
  let [mine, other] = [0, 0]
  for (let block = 0; block < blocks; block += 1) {
    mine += spentOn(work, repeats[0]!)
    other += spentOn(beside, repeats[1]!)
  }
  return mine / other
}

/** Processor time of one run of some, in microseconds. */
export function spentOn(run: () => unknown, repeats: number): number {
  const start = process.threadCpuUsage()
  for (let repeat = 0; repeat < repeats; repeat += 1) run()
  const { system, user } = process.threadCpuUsage(start)
  return (user + system) / repeats
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

/** The same for work that has to be waited for, so not in processor time: the best round of each. */
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
export function shareRow(what: string, value: number, target: number | null, decides = true): Row {
  return { what, unit: 'share', value, target, decides }
}

/** A number as readers see it. */
export function written(value: number, unit: Unit): string {
  if (unit === 'share') return `${(value * 100).toFixed(value < 0.995 ? 1 : 0)} %`
  return `${value.toFixed(1)} ${unit}`
}
