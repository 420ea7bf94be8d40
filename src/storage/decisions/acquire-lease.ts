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

/** A lease that is alive now, in the words of the interface; one that no right clock can have written is not. */
export function aliveLease(lease: LeaseRow | null, now: number): LeaseTaken | null {
  if (lease === null || lease.owner === null || lease.expiresAt <= now || lease.expiresAt - now > longestLeaseMs)
    return null
  return { held: true, by: lease.owner, until: lease.expiresAt }
}

/** Expiry needs no cooperation of the loser: whoever comes next gets a higher token (I15). */
export const acquireLease: Decision<AcquireLeaseCommand, LeaseRow | LeaseTaken> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true }),
  decide({ lease: current, floors }, { sessionID, owner, ttlMs }, now) {
    const taken = aliveLease(current, now)
    if (taken) return unchanged(taken)
    const lease = { owner, token: Math.max(current?.token ?? 0, floors.token) + 1, expiresAt: deadline(now, ttlMs) }
    return { changes: [{ type: 'lease_saved', sessionID, lease }], result: lease }
  },
}
