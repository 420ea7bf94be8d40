import type { Change } from '../../storage/change.ts'
import type { LeaseRow } from '../../storage/rows.ts'
import { deadline } from '../../storage/rules/deadline.ts'
import type { Moment } from '../presence-clock.ts'

/** What every command of presence says of its caller and its moment. */
export interface PresenceCommand {
  readonly sessionID: string
  readonly at: Moment
}

/** The lease behind a present session: its token fences every durable write (I15). */
export function leaseSaved(sessionID: string, owner: string, token: number, now: number, ttlMs: number): Change {
  return { type: 'lease_saved', sessionID, lease: { owner, token, expiresAt: deadline(now, ttlMs) } }
}

/** The lease, given back, while it is still the one of that token. */
export function leaseEnded(sessionID: string, lease: LeaseRow | null, token: number): Change[] {
  if (lease === null || lease.owner === null || lease.token !== token) return []
  return [{ type: 'lease_saved', sessionID, lease: { ...lease, owner: null } }]
}
