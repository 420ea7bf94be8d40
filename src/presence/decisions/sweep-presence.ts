import type { Change } from '../../storage/change.ts'
import type { Decision } from '../../storage/decision.ts'
import { presenceOf, presenceSaved, presenceState, statusAt } from '../presence-row.ts'
import { leaseEnded, type PresenceCommand } from './sign-of-life.ts'

export interface SweepPresenceCommand extends PresenceCommand {
  /** How long an expired session stays listed. */
  readonly retentionMs: number
}

export interface Sweep {
  readonly expired: boolean
  readonly removed: boolean
  readonly clearedStates: number
}

/** Marks what is over as expired, forgets what was over long ago, and drops state that has run out. */
export const sweepPresence: Decision<SweepPresenceCommand, Sweep> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true, state: presenceState, states: true }),
  decide(facts, { sessionID, at, retentionMs }, now) {
    const runOut = facts.states.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
    const changes: Change[] = runOut.map(({ owner, key }) => ({ type: 'state_cleared', sessionID, owner, key }))
    const row = presenceOf(facts)
    const isOver = row !== null && statusAt(row, at, false) === 'expired'
    const expires = isOver && row.expiredAt === null
    const isOld = isOver && row.expiredAt !== null && at.wallMs - row.expiredAt > retentionMs
    if (expires) {
      changes.push(...leaseEnded(sessionID, facts.lease, row.token))
      changes.push(presenceSaved(sessionID, { ...row, expiredAt: at.wallMs }, now))
    }
    if (isOld) changes.push({ type: 'state_cleared', sessionID, ...presenceState })
    return { changes, result: { expired: expires, removed: isOld, clearedStates: runOut.length } }
  },
}
