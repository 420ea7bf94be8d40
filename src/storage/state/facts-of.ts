import { type FactNeeds, type Facts, noFacts, type PartKey } from '../facts.ts'
import type { KnownBeginning } from '../message-store.ts'
import type { ChangeRow, MessageRow, PartRow, PositionRow } from '../rows.ts'
import { behindKnown } from '../rules/behind-known.ts'
import { inStateOrder } from '../rules/state-order.ts'
import { pairKey, type SessionState } from './session-state.ts'
import type { StoreState } from './store-state.ts'

/** The facts, taken from a state in memory. */
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
  const { state: entry, attempt } = needs
  return {
    ...known,
    ...(needs.positions && { positions: positionsOf(session, needs.positions) }),
    ...(needs.contents && { contents: contentsOf(session, needs.contents) }),
    ...(needs.changes && { changes: changesOf(session, needs.changes) }),
    ...(needs.parts && { parts: partsOf(session, needs.parts) }),
    ...(needs.turn !== undefined && { turn: session.turns.get(needs.turn) ?? null }),
    ...(needs.turns && { turns: [...session.turns.values()] }),
    ...(entry && { state: session.states.get(pairKey(entry.owner, entry.key)) ?? null }),
    ...(needs.states && { states: inStateOrder([...session.states.values()]) }),
    ...(attempt && { isAttempted: session.attempts.has(pairKey(attempt.fingerprint, attempt.rung)) }),
  }
}

function positionsOf({ messages, order, row }: SessionState, wanted: true | KnownBeginning): PositionRow[] {
  if (wanted !== true) {
    const behind = order.slice(wanted.length).map((key) => messages.get(key)!)
    if (behindKnown(row, wanted, behind)) return behind
  }
  return [...messages.values()]
}

const changesOf = ({ changes }: SessionState, wanted: true | 'edited'): readonly ChangeRow[] =>
  wanted === true ? changes : changes.filter(({ kind }) => kind !== 'replace')

function contentsOf({ messages, order }: SessionState, wanted: 'all' | readonly number[]): MessageRow[] {
  const keys = wanted === 'all' ? order : wanted.map((index) => order[index])
  return keys.flatMap((key) => (key === undefined ? [] : messages.get(key)!))
}

function partsOf({ parts, occurrences }: SessionState, wanted: 'all' | readonly PartKey[]): PartRow[] {
  if (wanted === 'all') return [...parts.values()]
  const rows = wanted.flatMap(({ callId, occurrence = occurrences.get(callId) }) =>
    occurrence === undefined ? [] : (parts.get(pairKey(occurrence, callId)) ?? []),
  )
  return [...new Set(rows)]
}
