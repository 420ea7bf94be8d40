import type { ProcessIdentity } from '../../files/process-identity.ts'
import type { Decision } from '../../storage/decision.ts'
import type { StateRow } from '../../storage/rows.ts'
import { livingSession } from '../../storage/rules/session-rules.ts'
import { isReservedOwner } from '../../storage/reserved-owner.ts'
import type { Holder } from '../presence-error.ts'
import { holderOf, type PresenceRow, presenceOf, presenceSaved, presenceState, statusAt } from '../presence-row.ts'
import { isSame } from './open-presence.ts'
import { leaseSaved, type PresenceCommand } from './sign-of-life.ts'

export interface ClaimPresenceCommand extends PresenceCommand {
  readonly owner: string
  readonly process: ProcessIdentity | null
  /** SHA-256 of what the caller showed. */
  readonly proof: string | null
  readonly ttlMs: number
  readonly maxAttempts: number
  readonly gone: ProcessIdentity | null
}

/** Why a session cannot be claimed. */
export type ClaimRefusal = 'not_found' | 'alive' | 'expired' | 'attempts' | 'denied'

export type PresenceClaim =
  | { readonly row: PresenceRow; readonly state: Readonly<Record<string, unknown>>; readonly why?: undefined }
  | { readonly why: ClaimRefusal; readonly holder?: Holder }

/**
 * Takes a session over whose owner has gone: check and act are one step, so of many claims one wins. All is decoded
 * before the attempt counts, and whoever cannot show the proof counts nothing.
 */
export const claimPresence: Decision<ClaimPresenceCommand, PresenceClaim> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true, state: presenceState, states: true }),
  decide(facts, command, now) {
    const { sessionID, at, owner, gone } = command
    const former = livingSession(facts) && presenceOf(facts)
    const refuse = (why: ClaimRefusal, holder?: Holder): { changes: []; result: PresenceClaim } => ({
      changes: [],
      result: { why, ...(holder && { holder }) },
    })
    if (former === null) return refuse('not_found')
    if (former.proof !== null && former.proof !== command.proof) return refuse('denied')
    const status = statusAt(former, at, isSame(former.process, gone))
    if (status === 'expired') return refuse('expired')
    if (status === 'active') return refuse('alive', holderOf(former))
    if (former.attempts >= command.maxAttempts) return refuse('attempts')
    const state = decodeStates(facts.states, former.owner, now)
    const token = Math.max(facts.lease?.token ?? 0, facts.floors.token) + 1
    const row: PresenceRow = {
      ...former,
      owner,
      token,
      process: command.process,
      ttlMs: command.ttlMs,
      beat: at,
      left: null,
      claimed: at,
      attempts: former.attempts + 1,
    }
    const changes = [leaseSaved(sessionID, owner, token, now, row.ttlMs), presenceSaved(sessionID, row, now)]
    return { changes, result: { row, state } }
  },
}

/** The values of the session and of its former owner, by key; those of other agents are theirs. */
function decodeStates(states: readonly StateRow[], former: string, now: number): Readonly<Record<string, unknown>> {
  const own = states.filter(
    ({ owner, expiresAt }) =>
      !isReservedOwner(owner) && (owner === '' || owner === former) && (expiresAt === null || expiresAt > now),
  )
  return Object.fromEntries(own.map(({ key, value }) => [key, JSON.parse(value) as unknown]))
}
