import { type FactNeeds, type Facts, noFacts } from '../facts.ts'
import type { MessageRow } from '../rows.ts'
import { inStateOrder } from '../rules/state-order.ts'
import { pairKey, type SessionState } from './session-state.ts'
import type { StoreState } from './store-state.ts'

/** The facts that a state in memory holds. */
export function factsOf(state: StoreState, needs: FactNeeds): Facts {
  const { sessionID } = needs
  const session = state.sessions.get(sessionID)
  const known = {
    ...noFacts,
    floors: state.floors,
    lease: (needs.lease && state.leases.get(sessionID)) || null,
    session: session?.row ?? state.tombstones.get(sessionID) ?? null,
  }
  if (session === undefined) return known
  const { part, state: entry, attempt } = needs
  return {
    ...known,
    ...(needs.positions && { positions: [...session.messages.values()] }),
    ...(needs.contents && { contents: contentsOf(session, needs.contents) }),
    ...(needs.changes && { changes: session.changes }),
    ...(part && { part: partOf(session, part.callId, part.occurrence) }),
    ...(needs.parts && { parts: [...session.parts.values()] }),
    ...(needs.turn !== undefined && { turn: session.turns.get(needs.turn) ?? null }),
    ...(needs.turns && { turns: [...session.turns.values()] }),
    ...(entry && { state: session.states.get(pairKey(entry.owner, entry.key)) ?? null }),
    ...(needs.states && { states: inStateOrder([...session.states.values()]) }),
    ...(attempt && { isAttempted: session.attempts.has(pairKey(attempt.fingerprint, attempt.rung)) }),
  }
}

function contentsOf({ messages, order }: SessionState, wanted: 'all' | readonly number[]): MessageRow[] {
  const keys = wanted === 'all' ? order : wanted.map((index) => order[index])
  return keys.flatMap((key) => (key === undefined ? [] : messages.get(key)!))
}

function partOf({ parts, occurrences }: SessionState, callId: string, occurrence: number | undefined): Facts['part'] {
  const newest = occurrence ?? occurrences.get(callId)
  return newest === undefined ? null : (parts.get(pairKey(newest, callId)) ?? null)
}
