import type { Refusal } from '../decision.ts'
import { quote } from '../decision.ts'
import { chainDigest } from '../prefix-digests.ts'
import type { PositionRow, SessionRow } from '../rows.ts'
import { counted } from '../../json/counted.ts'

/** How many prefixes at the end of a changed conversation are remembered: forks of a repaired history begin there. */
const REMEMBERED = 64

/** The prefix digest of a list of messages, and those of its last prefixes that a change at index `from` has altered. */
export function chain(rows: readonly PositionRow[], from: number): { head: string; recent: string[] } {
  let head = ''
  const recent: string[] = []
  const first = Math.max(Math.min(from, rows.length - 1), rows.length - REMEMBERED)
  rows.forEach(({ contentDigest }, index) => {
    head = chainDigest(head, contentDigest)
    if (index >= first) recent.push(head)
  })
  return { head, recent }
}

/**
 * Proves a conversation complete and in order: its digests must chain to the session's head. A database checks its pages'
 * structure, not their content; a flipped bit in a place would otherwise reorder a conversation in silence.
 */
export function checkChain({ sessionID, count, head }: SessionRow, rows: readonly PositionRow[]): Refusal | null {
  if (rows.length === count && chain(rows, rows.length).head === head) return null
  const message = `Session ${quote(sessionID)} is damaged: ${rows.length} of its ${counted(count, 'message')} found, or not those that were stored.`
  return { code: 'corrupt', message, sessionID }
}
