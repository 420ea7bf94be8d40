import { type Decision, unchanged } from '../decision.ts'
import type { LeaseTaken } from '../lease.ts'
import type { LeaseRow } from '../rows.ts'
import { deadline } from '../rules/deadline.ts'
import { longestLeaseMs } from '../rules/longest-lease.ts'

export interface AcquireLeaseCommand {
  readonly sessionID: string
  readonly owner: string
  readonly ttlMs: number
}

/** The holder of a lease that is alive now. A deadline beyond the longest lease was written by a wrong clock and does not count. */
export function aliveLease(lease: LeaseRow | null, now: number): LeaseTaken | null {
  if (lease === null || lease.owner === null || lease.expiresAt <= now || lease.expiresAt - now > longestLeaseMs)
    return null
  return { held: true, by: lease.owner, until: lease.expiresAt }
}

/** Expiry needs no cooperation of the former holder: the next one simply gets a higher token (I15). */
export const acquireLease: Decision<AcquireLeaseCommand, LeaseRow | LeaseTaken> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true }),
  decide({ lease: current, floors }, { sessionID, owner, ttlMs }, now) {
    const taken = aliveLease(current, now)
    if (taken) return unchanged(taken)
    const lease = { owner, token: Math.max(current?.token ?? 0, floors.token) + 1, expiresAt: deadline(now, ttlMs) }
    return { changes: [{ type: 'lease_saved', sessionID, lease }], result: lease }
  },
}
