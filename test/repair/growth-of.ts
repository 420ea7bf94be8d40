const tries = 12
/** The most that the double may cost: linear, and what the collector of a small heap adds. */
export const mostGrowth = 2.4

function cpuOf(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { system, user } = process.cpuUsage(start)
  return user + system
}

/**
 * How much more work the double costs, at best, from the fourfold: what the garbage collector adds to one try, or to one step of
 * the heap, is no property of the code.
 */
export function growthOf(build: (size: number) => () => unknown, count = 1500): number {
  let least = Infinity
  let less = Infinity
  let more = Infinity
  for (let attempt = 0; attempt < tries && least > mostGrowth; attempt += 1) {
    less = Math.min(less, cpuOf(build(count)))
    more = Math.min(more, cpuOf(build(4 * count)))
    least = Math.sqrt(more / less)
  }
  return least
}
