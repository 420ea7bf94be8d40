import type { SessionRow } from '../rows.ts'
import { isFinal } from '../rules/turn-rows.ts'
import type { SessionState } from '../state/session-state.ts'

/** A session without its contents: it contains ids and names, but nothing of the conversation (I12). */
export interface SummaryFacts {
  /** Without its `standing`. Null: the session was removed or never existed. */
  row: SessionRow | null
  /** By `pairKey` of occurrence and call id. */
  readonly parts: Set<string>
  /** Ids of turns that have no final state. */
  readonly openTurns: Set<string>
  /** Ids of responses. */
  readonly references: Set<string>
  /** By `pairKey` of owner and key. */
  readonly stateNames: Set<string>
  /**
   * The first 32 bits of each prefix digest: enough to skip nearly every session that does not know a digest. May still contain
   * those of dropped messages.
   */
  readonly prints: Set<number>
}

export const printOf = (digest: string): number => Number.parseInt(digest.slice(0, 8), 16)

export const withoutStanding = (row: SessionRow): SessionRow => ({ ...row, standing: null })

export const noSummaryFacts = (): SummaryFacts => ({
  row: null,
  parts: new Set(),
  openTurns: new Set(),
  references: new Set(),
  stateNames: new Set(),
  prints: new Set(),
})

/** The facts of a session whose whole state is in memory. */
export function summaryFactsOf(session: SessionState | undefined): SummaryFacts {
  if (session === undefined) return noSummaryFacts()
  const { row, parts, turns, references, states, messages, prefixes, changes } = session
  const prints = new Set<number>()
  for (const { prefix } of messages.values()) if (prefix !== null) prints.add(printOf(prefix))
  for (const { digest } of prefixes) prints.add(printOf(digest))
  for (const { formerHead } of changes) prints.add(printOf(formerHead))
  const open = [...turns.values()].filter(({ state }) => !isFinal(state))
  return {
    row: withoutStanding(row),
    parts: new Set(parts.keys()),
    openTurns: new Set(open.map(({ turnID }) => turnID)),
    references: new Set(references),
    stateNames: new Set(states.keys()),
    prints,
  }
}
