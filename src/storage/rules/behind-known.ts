import { knownLink } from '../known-link.ts'
import type { KnownBeginning } from '../message-store.ts'
import type { PositionRow, SessionRow } from '../rows.ts'
import { inOrder, placeOfKey } from './places.ts'

/** The prefix digest after some rows that follow `before`. A returning conversation was chained a moment ago: its links are cached. */
export function headOf(rows: readonly PositionRow[], before = ''): string {
  return rows.reduce((head, { contentDigest }) => knownLink(head, contentDigest), before)
}

/**
 * The rows after the beginning that a caller knows, in order; `positions` must contain them, as its last rows. Chained onto the
 * beginning's digest they must give the session's head: that proves the beginning without reading it. Null: the session does not
 * begin like that, or rows are missing.
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
 * The same from the rows with the highest keys, which a database finds without reading the others. Those are also the last of the
 * conversation if each has the place of its key, so was never moved: a row that a repair placed elsewhere may equal one of the last.
 */
export function behindKnownOfNewest(
  session: SessionRow,
  known: KnownBeginning,
  newest: readonly PositionRow[],
): PositionRow[] | null {
  return newest.every(({ key, place }) => place === placeOfKey(key)) ? behindKnown(session, known, newest) : null
}
