import { isRecord } from '../json/is-record.ts'
import { ownValue } from '../json/own-value.ts'
import type { Decision } from '../storage/decision.ts'
import { setState } from '../storage/decisions/set-state.ts'
import type { Lease } from '../storage/lease.ts'
import { fence, livingSession, writeNeeds } from '../storage/rules/session-rules.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { fromJsonText, toJsonText } from '../storage/to-json-text.ts'

/** One attempt at a turn. */
export interface FleetAttempt {
  /** Epoch ms. */
  readonly at: number
  readonly node: string
  /** The turn of this attempt. */
  readonly turnID: string
  /** `died`: its process ended, or lost the session, before it was over. */
  readonly outcome: 'started' | 'failed' | 'died' | 'completed'
  /** Name and code of the error, never its message (I12). */
  readonly error?: string
  /** Of what a dead node had left behind, before anything is run again: kept where it did not come to its end. */
  readonly isRepair?: true
}

/** What the fleet keeps of a session, as agent state beside its conversation. */
export interface FleetHistory {
  /** Attempts at turns that are not over, by the turn that was submitted. */
  readonly open: Readonly<Record<string, readonly FleetAttempt[]>>
  /** Turns that were given up, with all their attempts. */
  readonly parked: Readonly<Record<string, { readonly at: number; readonly attempts: readonly FleetAttempt[] }>>
  /** Turns that came back after an attempt had failed or died; the newest fifty. */
  readonly recoveries: readonly { readonly at: number; readonly turnID: string; readonly attempts: number }[]
}

const PLACE = { owner: 'fleet', key: 'history' } as const
const WHAT = 'history of the fleet'

const MAX_RECOVERIES = 50

const NONE: FleetHistory = { open: {}, parked: {}, recoveries: [] }

/** Anything that this library did not write counts as no history. */
export function toHistory(value: unknown): FleetHistory {
  if (!isRecord(value)) return NONE
  const { open, parked, recoveries } = value as Partial<FleetHistory>
  return {
    open: isRecord(open) ? open : {},
    parked: isRecord(parked) ? parked : {},
    recoveries: Array.isArray(recoveries) ? recoveries : [],
  }
}

export async function loadHistory(store: SessionStore, sessionID: string): Promise<FleetHistory> {
  const found = await store.state.get(sessionID, PLACE.key, PLACE)
  return found.found ? toHistory(found.value) : NONE
}

/** Histories of all sessions with a turn that is under way or parked, or has come back. */
export async function allHistories(store: SessionStore): Promise<{ sessionID: string; history: FleetHistory }[]> {
  const states = await store.statesNamed(PLACE.owner, PLACE.key)
  return states.map(({ sessionID, state }) => ({
    sessionID,
    history: toHistory(fromJsonText(state.value, WHAT)),
  }))
}

const isOver = ({ open, parked, recoveries }: FleetHistory): boolean =>
  recoveries.length === 0 && Object.keys(open).length === 0 && Object.keys(parked).length === 0

interface ChangeCommand {
  readonly sessionID: string
  readonly lease: Lease
}

/** An empty history is deleted: a fleet may have had a million sessions, and its overview reads every history there is. */
const changing = (change: (history: FleetHistory) => FleetHistory): Decision<ChangeCommand, void> => ({
  needs: (command) => ({ ...writeNeeds(command), state: PLACE }),
  decide(facts, command, now) {
    const { sessionID } = command
    const found = livingSession(facts) && facts.state
    const next = change(found === null ? NONE : toHistory(fromJsonText(found.value, WHAT)))
    if (isOver(next)) {
      const refusal = fence(facts, command)
      if (refusal) return { refusal }
      return { changes: found === null ? [] : [{ type: 'state_cleared', sessionID, ...PLACE }], result: undefined }
    }
    const value = toJsonText(next, WHAT)
    return setState.decide(facts, { ...command, ...PLACE, value, ttlMs: null, create: false }, now)
  },
})

/** Changes the history under the lease, in one step: a node that has lost the session cannot (I15). */
export function changeHistory(
  store: SessionStore,
  lease: Lease,
  change: (history: FleetHistory) => FleetHistory,
): Promise<void> {
  return store.execute(changing(change), { sessionID: lease.sessionID, lease })
}

/** The attempts at a turn that is not over; its name comes from outside. */
export const attemptsAt = ({ open }: FleetHistory, rootID: string): readonly FleetAttempt[] =>
  ownValue(open, rootID) ?? []

const without = <Value>(table: Readonly<Record<string, Value>>, name: string): Record<string, Value> =>
  Object.fromEntries(Object.entries(table).filter(([each]) => each !== name))

/** The intent is durable before the effect: an attempt that kills its process has been counted. */
export function withStarted(history: FleetHistory, rootID: string, attempt: FleetAttempt): FleetHistory {
  return { ...history, open: { ...history.open, [rootID]: [...attemptsAt(history, rootID), attempt] } }
}

/** The repair of what a dead node had left behind came to its end: it was no attempt at the turn. */
export function withoutRepair(history: FleetHistory, rootID: string): FleetHistory {
  const attempts = attemptsAt(history, rootID)
  const last = attempts.at(-1)
  if (last?.isRepair !== true || last.outcome !== 'started') return history
  const open = without(history.open, rootID)
  return { ...history, open: attempts.length === 1 ? open : { ...open, [rootID]: attempts.slice(0, -1) } }
}

/** What kept a node from an attempt counts as one. */
export function withFailure(history: FleetHistory, rootID: string, attempt: FleetAttempt): FleetHistory {
  const isOpen = attemptsAt(history, rootID).at(-1)?.outcome === 'started'
  return isOpen ? withOutcome(history, rootID, 'failed', attempt.error) : withStarted(history, rootID, attempt)
}

/** Says how the newest attempt ended. */
export function withOutcome(
  history: FleetHistory,
  rootID: string,
  outcome: FleetAttempt['outcome'],
  error?: string,
): FleetHistory {
  const attempts = attemptsAt(history, rootID)
  const last = attempts.at(-1)
  if (last?.outcome !== 'started') return history
  const ended = { ...last, outcome, ...(error !== undefined && { error }) }
  return { ...history, open: { ...history.open, [rootID]: [...attempts.slice(0, -1), ended] } }
}

export function withCompleted(history: FleetHistory, rootID: string, at: number): FleetHistory {
  const attempts = attemptsAt(history, rootID)
  const open = without(history.open, rootID)
  if (attempts.length < 2) return { ...history, open }
  const recoveries = [...history.recoveries, { at, turnID: rootID, attempts: attempts.length }].slice(-MAX_RECOVERIES)
  return { ...history, open, recoveries }
}

export function withParked(history: FleetHistory, rootID: string, at: number): FleetHistory {
  const parked = { ...history.parked, [rootID]: { at, attempts: attemptsAt(history, rootID) } }
  return { ...history, open: without(history.open, rootID), parked }
}

export function withoutParked(history: FleetHistory, rootID: string): FleetHistory {
  return { ...history, parked: without(history.parked, rootID) }
}
