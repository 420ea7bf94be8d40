import { lastMoment } from '../../json/last-moment.ts'

/**
 * The end of a time to live that begins now. Rounded up to whole ms, since the columns are integers and it must not end too
 * early; at most the last moment that every store can keep and a `Date` can show.
 */
export function deadline(now: number, ttlMs: number): number {
  return Math.min(Math.ceil(now + ttlMs), lastMoment)
}
