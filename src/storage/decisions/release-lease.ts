import { type Decision, done } from '../decision.ts'

export interface ReleaseLeaseCommand {
  readonly sessionID: string
  readonly token: number
}

/** The row stays without an owner, so that its token is not given again. */
export const releaseLease: Decision<ReleaseLeaseCommand, void> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true }),
  decide({ lease: current }, { sessionID, token }) {
    if (current === null || current.owner === null || current.token !== token) return done()
    return done([{ type: 'lease_saved', sessionID, lease: { ...current, owner: null } }])
  },
}
