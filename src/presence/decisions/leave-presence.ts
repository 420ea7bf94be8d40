import type { Decision } from '../../storage/decision.ts'
import { presenceOf, presenceSaved, presenceState, statusAt } from '../presence-row.ts'
import { leaseEnded, type PresenceCommand } from './sign-of-life.ts'

export interface LeavePresenceCommand extends PresenceCommand {
  readonly token: number
  /** The session is over; otherwise its owner goes and it can be claimed. */
  readonly isOver: boolean
}

/** Disconnects or closes. False when the session is no longer this owner's: then nothing of its new owner is touched. */
export const leavePresence: Decision<LeavePresenceCommand, boolean> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true, state: presenceState }),
  decide(facts, { sessionID, at, token, isOver }, now) {
    const row = presenceOf(facts)
    if (row === null || row.token !== token) return { changes: [], result: false }
    const ended = leaseEnded(sessionID, facts.lease, token)
    if (isOver) return { changes: [...ended, { type: 'state_cleared', sessionID, ...presenceState }], result: true }
    if (statusAt(row, at, false) === 'expired') return { changes: ended, result: false }
    return { changes: [...ended, presenceSaved(sessionID, { ...row, left: at }, now)], result: true }
  },
}
