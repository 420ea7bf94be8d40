import type { SessionRow } from '../rows.ts'
import type { SummaryFacts } from './summary-facts.ts'

/** The small part of a session that calls on all sessions need. */
export interface SessionSummary {
  readonly row: SessionRow
  readonly partCount: number
  readonly hasPendingTurns: boolean
  readonly references: ReadonlySet<string>
  readonly stateNames: ReadonlySet<string>
  readonly prints: ReadonlySet<number>
}

/** The summary of a session; null if it was removed or never existed. */
export function summaryOf({
  row,
  parts,
  openTurns,
  references,
  stateNames,
  prints,
}: SummaryFacts): SessionSummary | null {
  if (row === null) return null
  return {
    row,
    partCount: parts.size,
    hasPendingTurns: openTurns.size > 0,
    references: new Set(references),
    stateNames: new Set(stateNames),
    prints: new Set(prints),
  }
}
