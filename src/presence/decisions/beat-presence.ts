import type { Decision } from '../../storage/decision.ts'
import { ageMs } from '../presence-clock.ts'
import type { Holder } from '../presence-error.ts'
import { holderOf, presenceOf, presenceSaved, presenceState, statusAt } from '../presence-row.ts'
import { leaseSaved, type PresenceCommand } from './sign-of-life.ts'

export interface BeatPresenceCommand extends PresenceCommand {
  readonly token: number
  readonly ttlMs: number
}

/** `taken`: another owner has the session. `expired`, `not_found`: it is over. */
export type Heartbeat =
  | { readonly ok: true; readonly until: number }
  | { readonly ok: false; readonly why: 'taken' | 'expired' | 'not_found'; readonly holder?: Holder }

/**
 * A sign of life moves the deadline; it never brings back what has expired, nor what another owner holds. An owner
 * that was late but not replaced goes on, and one that stays as long as the grace gets its attempts back.
 */
export const beatPresence: Decision<BeatPresenceCommand, Heartbeat> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true, state: presenceState }),
  decide(facts, { sessionID, at, token, ttlMs }, now) {
    const row = presenceOf(facts)
    if (row === null) return { changes: [], result: { ok: false, why: 'not_found' } }
    if (row.token !== token) return { changes: [], result: { ok: false, why: 'taken', holder: holderOf(row) } }
    if (statusAt(row, at, false) === 'expired') {
      const changes = row.expiredAt === null ? [presenceSaved(sessionID, { ...row, expiredAt: at.wallMs }, now)] : []
      return { changes, result: { ok: false, why: 'expired' } }
    }
    const isStable = row.claimed !== null && row.left === null && ageMs(row.claimed, at) > row.graceMs
    const next = {
      ...row,
      ttlMs,
      beat: at,
      left: null,
      ...(isStable && { attempts: 0, claimed: null }),
    }
    const changes = [leaseSaved(sessionID, row.owner, token, now, ttlMs), presenceSaved(sessionID, next, now)]
    return { changes, result: { ok: true, until: at.wallMs + ttlMs } }
  },
}
