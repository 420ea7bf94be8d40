import type { SessionRow } from '../rows.ts'
import type { SummaryFacts } from './summary-facts.ts'

/** What questions about all sessions need of one, in little memory. */
export interface SessionSummary {
  readonly row: SessionRow
  readonly partCount: number
  readonly hasPendingTurns: boolean
  readonly references: ReadonlySet<string>
  readonly stateNames: ReadonlySet<string>
  readonly prints: ReadonlySet<number>
}

/** Null for a session that was removed, or never was. */
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
