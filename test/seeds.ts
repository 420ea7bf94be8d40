/** Multiplies the cases of every property: SESSION_RECOVERY_CASES=10 runs ten times as many. */
export const scale: number = Number(process.env['SESSION_RECOVERY_CASES'] ?? 1)
/** Shifts all seeds, to try others. */
export const offset: number = Number(process.env['SESSION_RECOVERY_SEED'] ?? 0)

export function seeds(count: number): number[] {
  return Array.from({ length: Math.ceil(count * scale) }, (_, index) => index + offset)
}

/** Places spread over a length, more and others by scale and offset; the first two and the last two are always among them. */
export function spread(count: number, length: number): number[] {
  if (count * scale >= length) return Array.from({ length }, (_, place) => place)
  const chosen = seeds(count).map((seed) => Math.floor(((seed * 0.618_033_988_75) % 1) * length))
  return [...new Set([0, 1, length - 2, length - 1, ...chosen])]
}
