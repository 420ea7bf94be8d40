import { lastMoment } from '../../json/last-moment.ts'

/**
 * When a time ends that begins now: a whole number of ms, since no table has a column for a fraction, and never sooner than was
 * asked for; never later than every store can keep and every message can name.
 */
export function deadline(now: number, ttlMs: number): number {
  return Math.min(Math.ceil(now + ttlMs), lastMoment)
}
