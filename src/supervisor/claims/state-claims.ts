import { isRecord } from '../../json/is-record.ts'
import { unchanged, type Decision, type Outcome } from '../../storage/decision.ts'
import { setState } from '../../storage/decisions/set-state.ts'
import type { Facts } from '../../storage/facts.ts'
import { ensureSession } from '../../storage/rules/session-rules.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import type { Claimant, ClaimStore, StandingClaim } from './claim-store.ts'

/** The state value with the claim of a session; its owner is reserved, so that hosts and agents cannot write it. */
const place = { owner: '@supervisor', key: 'claim' } as const

interface ClaimCommand {
  readonly sessionID: string
  readonly token: number
}

interface TakeCommand extends ClaimCommand {
  readonly claimant: Claimant | null
}

interface WriteCommand extends ClaimCommand {
  readonly owner: string
  readonly key: string
  /** JSON. */
  readonly value: string
}

interface ClearCommand extends ClaimCommand {
  readonly owner: string
  readonly keys: readonly string[]
}

function standing({ state }: Facts, now: number): StandingClaim | undefined {
  const value: unknown = state === null ? undefined : JSON.parse(state.value)
  if (!isRecord(value)) return undefined
  const { token, owner } = value as unknown as StandingClaim
  return { token, owner, ageMs: now - state!.updatedAt }
}

const needs = ({ sessionID }: { readonly sessionID: string }): ReturnType<Decision<unknown, unknown>['needs']> => ({
  sessionID,
  state: place,
})

const newestClaim: Decision<{ readonly sessionID: string }, StandingClaim | undefined> = {
  needs,
  decide: (facts, _command, now) => unchanged(standing(facts, now)),
}

/** Check and write in one transaction: two supervisors once launched the same session, after both had seen it unclaimed. */
const takeClaim: Decision<TakeCommand, boolean> = {
  needs,
  decide(facts, { sessionID, token, claimant }, now) {
    if ((standing(facts, now)?.token ?? 0) >= token) return unchanged(false)
    const value = JSON.stringify({ token, owner: claimant })
    const entry = { ...place, value, expiresAt: null, updatedAt: now }
    const changes = [...ensureSession(facts, sessionID, now), { type: 'state_saved', sessionID, entry }] as const
    return { changes, result: true }
  },
}

const touchClaim: Decision<ClaimCommand, boolean> = {
  needs,
  decide(facts, { sessionID, token }, now) {
    if (facts.state === null || standing(facts, now)?.token !== token) return unchanged(false)
    return { changes: [{ type: 'state_saved', sessionID, entry: { ...facts.state, updatedAt: now } }], result: true }
  },
}

const lost = (sessionID: string, token: number): Outcome<never> => {
  const message = `The claim ${token} on session ${JSON.stringify(sessionID)} has ended.`
  return { refusal: { code: 'lease_lost', message, sessionID } }
}

/** Writes a state value under the newest claim only; a supervisor that has lost the claim is refused, even if it does not know (I15). */
const writeClaimed: Decision<WriteCommand, void> = {
  needs,
  decide(facts, { token, ...command }, now) {
    const claim = standing(facts, now)
    if (claim?.token === token) return setState.decide(facts, { ...command, ttlMs: null, create: true }, now)
    return lost(command.sessionID, token)
  },
}

/** The same for values that are cleared: they may be those of a successor. */
const clearClaimed: Decision<ClearCommand, void> = {
  needs: (command) => ({ ...needs(command), states: true }),
  decide(facts, { keys, owner, sessionID, token }, now) {
    if (standing(facts, now)?.token !== token) return lost(sessionID, token)
    const cleared = facts.states.filter((entry) => entry.owner === owner && keys.includes(entry.key))
    return {
      changes: cleared.map(({ key }) => ({ type: 'state_cleared', sessionID, owner, key })),
      result: undefined,
    }
  },
}

/** Claims as state values of a session store, and writes that are checked against the claim. */
export interface StateClaims extends ClaimStore {
  write(command: WriteCommand): Promise<void>
  clear(command: ClearCommand): Promise<void>
}

export function stateClaims(store: Pick<SessionStore, 'execute'>): StateClaims {
  return {
    newest: (sessionID) => store.execute(newestClaim, { sessionID }),
    take: (sessionID, token, claimant) => store.execute(takeClaim, { sessionID, token, claimant }),
    touch: (sessionID, token) => store.execute(touchClaim, { sessionID, token }),
    write: (command) => store.execute(writeClaimed, command),
    clear: (command) => store.execute(clearClaimed, command),
  }
}
