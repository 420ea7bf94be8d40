import { knownLink } from '../known-link.ts'
import type { KnownBeginning } from '../message-store.ts'
import type { PositionRow, SessionRow } from '../rows.ts'
import { inOrder, placeOfKey } from './places.ts'

/** The prefix digest of rows behind a prefix. Callers of a conversation that comes back have chained it a moment ago: all links are known. */
export function headOf(rows: readonly PositionRow[], before = ''): string {
  return rows.reduce((head, { contentDigest }) => knownLink(head, contentDigest), before)
}

/**
 * What stands behind the beginning that a caller knows, in order, out of rows that end with it. Chained on to its digest it must
 * give the session's own: that proves the beginning without one row of it. Null: it is not this session's, or rows are missing.
 */
export function behindKnown(
  { count, head }: SessionRow,
  known: KnownBeginning,
  positions: readonly PositionRow[],
): PositionRow[] | null {
  const rows = inOrder(positions)
  const length = count - known.length
  const behind = rows.slice(rows.length - length)
  return behind.length === length && headOf(behind, known.digest) === head ? behind : null
}

/**
 * The same out of the rows that were added last, which a database finds without reading the others. They stand last where each was
 * appended and never moved: one that a repair has put elsewhere may be equal to one of the last, and is another message.
 */
export function behindKnownOfNewest(
  session: SessionRow,
  known: KnownBeginning,
  newest: readonly PositionRow[],
): PositionRow[] | null {
  return newest.every(({ key, place }) => place === placeOfKey(key)) ? behindKnown(session, known, newest) : null
}
