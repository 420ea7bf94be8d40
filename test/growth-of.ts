const tries = 12
/**
 * The most that the double may cost: n to the power of 1.5, halfway from linear (2) to quadratic (4). A small heap that grows into
 * the caches of a busy machine was seen to add a quarter to linear work; `npm run growth` holds larger sizes to 2.4.
 */
export const mostGrowth: number = 2 ** 1.5

function cpuOf(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { system, user } = process.cpuUsage(start)
  return user + system
}

/**
 * How many times the processor time of `less` the other takes, each at its best of some tries: what the garbage collector or another
 * process adds to one try is no property of the code. Each builder is called anew for a try and returns the work to measure; there
 * is no further try once the share is `enough`.
 */
export function shareOf(more: () => () => unknown, less: () => () => unknown, enough: number): number {
  let leastOfMore = Infinity
  let leastOfLess = Infinity
  for (let attempt = 0; attempt < tries && !(leastOfMore / leastOfLess <= enough); attempt += 1) {
    leastOfLess = Math.min(leastOfLess, cpuOf(less()))
    leastOfMore = Math.min(leastOfMore, cpuOf(more()))
  }
  return leastOfMore / leastOfLess
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
