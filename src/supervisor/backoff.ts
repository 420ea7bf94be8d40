/** How long to wait between attempts. */
export interface Backoff {
  /** Before the second attempt, in ms; 0 never waits. Default 5,000. */
  readonly baseMs: number
  /** Each wait is the one before times this factor; 1 keeps it constant. Default 2. */
  readonly factor: number
  /** The longest wait, in ms; `Infinity` has no limit. Default 60,000. */
  readonly maxMs: number
}

export const defaultBackoff: Backoff = { baseMs: 5_000, factor: 2, maxMs: 60_000 }

/**
 * The longest wait after attempt `attempt` (from 1), in ms.
 *
 * @example
 * backoffCeiling({ baseMs: 5000, factor: 2, maxMs: 60_000 }, 3) // 20000
 */
export function backoffCeiling({ baseMs, factor, maxMs }: Backoff, attempt: number): number {
  // 0 × Infinity would be NaN.
  return baseMs === 0 ? 0 : Math.min(baseMs * factor ** (attempt - 1), maxMs)
}

/**
 * Full jitter (AWS Architecture Blog, "Exponential Backoff And Jitter"): anything from 0 to the ceiling, so that a hundred
 * sessions which died together do not come back together.
 *
 * @example
 * backoffDelay({ baseMs: 5000, factor: 2, maxMs: 60_000 }, 3, () => 0.5) // 10000
 */
export function backoffDelay(backoff: Backoff, attempt: number, random: () => number): number {
  const ceiling = backoffCeiling(backoff, attempt)
  return Math.min(ceiling, Math.round(random() * Math.min(ceiling, Number.MAX_SAFE_INTEGER)))
}
