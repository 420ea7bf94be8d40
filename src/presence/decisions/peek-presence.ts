import { type Decision, unchanged } from '../../storage/decision.ts'
import { type PresenceRow, presenceOf, presenceState } from '../presence-row.ts'

/** What is known of a session now, for what must be asked outside of a transaction: whether its owner's process still runs. */
export const peekPresence: Decision<{ readonly sessionID: string }, PresenceRow | null> = {
  needs: ({ sessionID }) => ({ sessionID, state: presenceState }),
  decide: (facts) => unchanged(presenceOf(facts)),
}
