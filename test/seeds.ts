/**
 * How many of the cases of every property are tried. `npm test` takes half of them: SESSION_RECOVERY_CASES=1 takes all,
 * SESSION_RECOVERY_CASES=10 ten times as many.
 */
export const scale: number = Number(process.env['SESSION_RECOVERY_CASES'] ?? 0.5)
/** Shifts all seeds, to try others. */
export const offset: number = Number(process.env['SESSION_RECOVERY_SEED'] ?? 0)

const seedsOf = (count: number): number[] => Array.from({ length: Math.ceil(count) }, (_, index) => index + offset)

export function seeds(count: number): number[] {
  return seedsOf(count * scale)
}

/** Where something rare has to be found among them, or they cost nothing: never fewer. */
export function searched(count: number): number[] {
  return seedsOf(count * Math.max(1, scale))
}

/**
 * Whether it is the turn of one of many: in `npm test` of every so many-th, with all cases of each. Where a case is one of a product, the
 * sum of its numbers in each list lets every two of them meet.
 */
export function isTurn(number: number, every: number): boolean {
  return scale >= 1 || (number + offset) % every === 0
}

/** Places spread over a length, more and others by scale and offset; the first two and the last two are always among them. */
export function spread(count: number, length: number): number[] {
  if (count * scale >= length) return Array.from({ length }, (_, place) => place)
  const chosen = seeds(count).map((seed) => Math.floor(((seed * 0.618_033_988_75) % 1) * length))
  return [...new Set([0, 1, length - 2, length - 1, ...chosen])]
}
