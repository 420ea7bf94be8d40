/** A moment on the wall clock and, where the machine has one, on the clock since boot, which cannot be set. */
export interface Moment {
  /** Epoch ms. */
  readonly wallMs: number
  /** Boot id and ms since that boot; null where there is none, or where the caller brings a clock of its own. */
  readonly boot: { readonly id: string; readonly ms: number } | null
}

/**
 * How long ago something was, in ms. Within one boot the clock since boot decides: a wall clock that steps by an hour neither
 * expires the living nor keeps the dead. Across machines only the wall clock is left.
 */
export function ageMs(then: Moment, now: Moment): number {
  if (then.boot !== null && now.boot !== null && then.boot.id === now.boot.id) return now.boot.ms - then.boot.ms
  return Math.max(0, now.wallMs - then.wallMs)
}

/** Ms since boot: CLOCK_MONOTONIC, one for all processes of the machine. */
export function bootMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}
