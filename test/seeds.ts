/** Multiplies the cases of every property: SESSION_RECOVERY_CASES=10 runs ten times as many. */
export const scale: number = Number(process.env['SESSION_RECOVERY_CASES'] ?? 1)
/** Shifts all seeds, to try others. */
export const offset: number = Number(process.env['SESSION_RECOVERY_SEED'] ?? 0)

export function seeds(count: number): number[] {
  return Array.from({ length: Math.ceil(count * scale) }, (_, index) => index + offset)
}
