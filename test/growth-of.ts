const tries = 12
/**
 * The most that the double may cost: n to the power of 1.5, halfway from linear (2) to quadratic (4). A small heap that grows into
 * the caches of a busy machine was seen to add a quarter to linear work; `npm run growth` holds larger sizes to 2.4.
 */
export const mostGrowth: number = 2 ** 1.5

/**
 * Work that is shorter is repeated, until a tick of the clock of processor time is little beside it. Linux counts to the microsecond what
 * a thread has run, other kernels in ticks of up to 16 ms; a collection of garbage must be little beside it, too.
 */
const leastMs = tickMs() < 1 ? 8 : 25
const mostRepeats = 1000

interface Work {
  readonly build: () => () => unknown
  readonly repeats: number
}

/** The step in which processor time is counted here. */
function tickMs(): number {
  const spent = (): number => {
    const { system, user } = process.cpuUsage()
    return user + system
  }
  const start = spent()
  let next = start
  while (next === start) next = spent()
  return (next - start) / 1000
}

/** Milliseconds of a first run, which also warms up; of the processor where its ticks can tell, else a busy machine makes it long. */
function msOf(build: () => () => unknown): number {
  const start = performance.now()
  const cpu = cpuOf({ build, repeats: 1 }) / 1000
  const wall = performance.now() - start
  return Math.min(cpu || wall, wall)
}

/** So often that it takes so many milliseconds. */
function filling(ms: number, build: () => () => unknown, took: number): Work {
  return { build, repeats: Math.min(Math.ceil(ms / took), mostRepeats) }
}

/** Processor time of one run, in microseconds: what other processes take away is no property of the code. */
function cpuOf({ build, repeats }: Work): number {
  const runs = Array.from({ length: repeats }, build)
  const start = process.cpuUsage()
  for (const run of runs) run()
  const { system, user } = process.cpuUsage(start)
  return (user + system) / repeats
}

/**
 * How many times the processor time of `less` the other takes, at best of some tries, each of both: what the garbage collector, or the
 * load of the machine, adds to one of them is no property of the code either. Each builder is called anew for a run and returns the
 * work to measure; there is no further try once the share is `enough`.
 */
export function shareOf(more: () => () => unknown, less: () => () => unknown, enough: number): number {
  // The shorter one first: what it warms up, the longer one need not run cold.
  const lessMs = msOf(less)
  const moreMs = msOf(more)
  // Half as long as the other: were it short, only the longer one would ever meet a collection of the garbage of all that ran before.
  const works = {
    more: filling(Math.max(leastMs, lessMs), more, moreMs),
    less: filling(Math.max(leastMs, moreMs / 2), less, lessMs),
  }
  let share = Infinity
  for (let attempt = 0; attempt < tries && share > enough; attempt += 1) {
    // The first run of the longer one counts: where even that is not too much, it is not run again.
    const ofMore = attempt === 0 && moreMs >= leastMs ? moreMs * 1000 : cpuOf(works.more)
    // Of work within one tick, the count may be nothing: that tells nothing.
    share = Math.min(share, (ofMore || Infinity) / cpuOf(works.less))
  }
  return share
}

/** How much more work the double costs, at best, from the fourfold. */
export function growthOf(build: (size: number) => () => unknown, count = 1500): number {
  const share = shareOf(
    () => build(4 * count),
    () => build(count),
    mostGrowth ** 2,
  )
  return Math.sqrt(share)
}
