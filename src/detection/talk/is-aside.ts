import { rawPositionOf } from '../words/fold-text.ts'
import { isAnnounced } from './is-announced.ts'

/**
 * Whether words stand in another paragraph than an announced error: there the writer comments, and explains nothing away.
 *
 * @param start position of the words in the folded text
 * @param others positions of what else the text complains of
 */
export function isAside(original: string, start: number, others: readonly number[]): boolean {
  if (!/\n\s*\n/.test(original)) return false
  const at = rawPositionOf(original, start)
  return others.some((other) => {
    const place = rawPositionOf(original, other)
    return /\n\s*\n/.test(original.slice(Math.min(at, place), Math.max(at, place))) && isAnnounced(original, place)
  })
}
