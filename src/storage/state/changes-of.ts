import type { Change } from '../change.ts'
import { pairOf } from './session-state.ts'
import type { StoreState } from './store-state.ts'

/** The changes that lead from nothing to all that a state holds of one session: the inverse of `applyChanges`. */
export function changesOf(state: StoreState, sessionID: string): Change[] {
  const of = { sessionID }
  const session = state.sessions.get(sessionID)
  const tombstone = state.tombstones.get(sessionID)
  const lease = state.leases.get(sessionID)
  const changes: Change[] = []
  if (session) {
    const { row, messages, prefixes, changes: recorded, parts, turns, states, attempts, references } = session
    changes.push({ ...of, type: 'session_saved', session: row })
    if (messages.size > 0) changes.push({ ...of, type: 'messages_added', messages: [...messages.values()] })
    if (prefixes.length > 0) changes.push({ ...of, type: 'prefixes_added', prefixes })
    for (const change of recorded) changes.push({ ...of, type: 'change_recorded', change })
    for (const part of parts.values()) changes.push({ ...of, type: 'part_saved', part })
    for (const turn of turns.values()) changes.push({ ...of, type: 'turn_saved', turn })
    for (const entry of states.values()) changes.push({ ...of, type: 'state_saved', entry })
    for (const key of attempts) {
      const [fingerprint, rung] = pairOf(key)
      changes.push({ ...of, type: 'attempt_added', fingerprint, rung })
    }
    for (const id of references) changes.push({ ...of, type: 'reference_saved', id })
  } else if (tombstone) changes.push({ ...of, type: 'session_removed', session: tombstone })
  if (lease) changes.push({ ...of, type: 'lease_saved', lease })
  return changes
}
