import { type Decision, unchanged } from '../decision.ts'

/** Whether a store has a session, removed it (I14), or never had it. */
export const readStanding: Decision<{ readonly sessionID: string }, 'living' | 'removed' | 'unknown'> = {
  needs: ({ sessionID }) => ({ sessionID }),
  decide: ({ session }) => unchanged(session === null ? 'unknown' : session.removedAt === null ? 'living' : 'removed'),
}
