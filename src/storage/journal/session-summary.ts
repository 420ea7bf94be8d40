import type { SessionRow } from '../rows.ts'
import { isFinal } from '../rules/turn-rows.ts'
import type { SessionState } from '../state/session-state.ts'

/** What questions about all sessions need of one, in little memory. */
export interface SessionSummary {
  readonly row: SessionRow
  readonly partCount: number
  readonly hasPendingTurns: boolean
  readonly references: ReadonlySet<string>
  /** 32 bits of each prefix digest: enough to leave out nearly every session that does not know a digest. */
  readonly prints: ReadonlySet<number>
}

export const printOf = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16)

export function summaryOf({
  row,
  parts,
  turns,
  references,
  messages,
  prefixes,
  changes,
}: SessionState): SessionSummary {
  const prints = new Set<number>()
  for (const { prefix } of messages.values()) if (prefix !== null) prints.add(printOf(prefix))
  for (const { digest } of prefixes) prints.add(printOf(digest))
  for (const { formerHead } of changes) prints.add(printOf(formerHead))
  return {
    row,
    partCount: parts.size,
    hasPendingTurns: [...turns.values()].some(({ state }) => !isFinal(state)),
    references: new Set(references),
    prints,
  }
}
