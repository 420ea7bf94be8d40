import { type Decision, unchanged } from '../decision.ts'

/** Whether a store has a session, had it and removed it (I14), or never heard of it. */
export const readStanding: Decision<{ readonly sessionID: string }, 'living' | 'removed' | 'unknown'> = {
  needs: ({ sessionID }) => ({ sessionID }),
  decide: ({ session }) => unchanged(session === null ? 'unknown' : session.removedAt === null ? 'living' : 'removed'),
}
