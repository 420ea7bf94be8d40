import { type Decision, unchanged } from '../decision.ts'
import type { LeaseRow } from '../rows.ts'
import { deadline } from '../rules/deadline.ts'

export interface RenewLeaseCommand {
  readonly sessionID: string
  readonly token: number
  readonly ttlMs: number
}

/** An expired lease can still be renewed as long as nobody has taken the session over. */
export const renewLease: Decision<RenewLeaseCommand, LeaseRow | null> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true }),
  decide({ lease: current }, { sessionID, token, ttlMs }, now) {
    if (current === null || current.owner === null || current.token !== token) return unchanged(null)
    const lease = { ...current, expiresAt: deadline(now, ttlMs) }
    return { changes: [{ type: 'lease_saved', sessionID, lease }], result: lease }
  },
}
