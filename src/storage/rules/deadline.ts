/** The last moment of a `Date`, and so the latest that every store can keep and every message can name. */
const LAST_MS = 8.64e15

/**
 * When a time ends that begins now: a whole number of ms, since no table has a column for a fraction, and never sooner than was
 * asked for.
 */
export function deadline(now: number, ttlMs: number): number {
  return Math.min(Math.ceil(now + ttlMs), LAST_MS)
}
