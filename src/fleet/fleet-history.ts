import type { Lease } from '../storage/lease.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { fromJsonText } from '../storage/to-json-text.ts'

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

export const FLEET_OWNER = 'fleet'
export const HISTORY_KEY = 'history'

const MAX_RECOVERIES = 50

const NONE: FleetHistory = { open: {}, parked: {}, recoveries: [] }

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  const found = await store.state.get(sessionID, HISTORY_KEY, { owner: FLEET_OWNER })
  return found.found ? toHistory(found.value) : NONE
}

/** Histories of all sessions that the fleet has worked on. */
export async function allHistories(store: SessionStore): Promise<{ sessionID: string; history: FleetHistory }[]> {
  const states = await store.statesNamed(FLEET_OWNER, HISTORY_KEY)
  return states.map(({ sessionID, state }) => ({
    sessionID,
    history: toHistory(fromJsonText(state.value, 'history of the fleet')),
  }))
}

/** Changes the history under the lease: a node that has lost the session cannot (I15). */
export async function changeHistory(
  store: SessionStore,
  lease: Lease,
  change: (history: FleetHistory) => FleetHistory,
): Promise<FleetHistory> {
  const { sessionID } = lease
  const next = change(await loadHistory(store, sessionID))
  await store.state.set(sessionID, HISTORY_KEY, next, { owner: FLEET_OWNER, lease })
  return next
}

/** The intent is durable before the effect: an attempt that kills its process has been counted. */
export function withStarted(history: FleetHistory, rootID: string, attempt: FleetAttempt): FleetHistory {
  return { ...history, open: { ...history.open, [rootID]: [...(history.open[rootID] ?? []), attempt] } }
}

/** Says how the newest attempt ended. */
export function withOutcome(
  history: FleetHistory,
  rootID: string,
  outcome: FleetAttempt['outcome'],
  error?: string,
): FleetHistory {
  const attempts = history.open[rootID] ?? []
  const last = attempts.at(-1)
  if (last?.outcome !== 'started') return history
  const ended = { ...last, outcome, ...(error !== undefined && { error }) }
  return { ...history, open: { ...history.open, [rootID]: [...attempts.slice(0, -1), ended] } }
}

export function withCompleted(history: FleetHistory, rootID: string, at: number): FleetHistory {
  const { [rootID]: attempts = [], ...open } = history.open
  if (attempts.length < 2) return { ...history, open }
  const recoveries = [...history.recoveries, { at, turnID: rootID, attempts: attempts.length }].slice(-MAX_RECOVERIES)
  return { ...history, open, recoveries }
}

export function withParked(history: FleetHistory, rootID: string, at: number): FleetHistory {
  const { [rootID]: attempts = [], ...open } = history.open
  return { ...history, open, parked: { ...history.parked, [rootID]: { at, attempts } } }
}

export function withoutParked(history: FleetHistory, rootID: string): FleetHistory {
  const { [rootID]: _gone, ...parked } = history.parked
  return { ...history, parked }
}
