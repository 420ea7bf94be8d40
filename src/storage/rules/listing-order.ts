import { compareText } from '../../json/compare-text.ts'
import type { NamedState, SessionRow, TurnRow } from '../rows.ts'

interface OfSession {
  readonly sessionID: string
}

const bySession = (first: OfSession, second: OfSession): number => compareText(first.sessionID, second.sessionID)

/** The most recently changed first; with equal times by id, so that all stores list in the same order. */
export const byChange = (first: SessionRow, second: SessionRow): number =>
  second.updatedAt - first.updatedAt || bySession(first, second)

interface SessionTurn extends OfSession {
  readonly turn: TurnRow
}

/** Oldest first; with equal times by session, then in the order in which they were begun. */
export const byBeginning = (first: SessionTurn, second: SessionTurn): number =>
  first.turn.createdAt - second.turn.createdAt || bySession(first, second) || first.turn.key - second.turn.key

export const bySessionID: (first: NamedState, second: NamedState) => number = bySession
