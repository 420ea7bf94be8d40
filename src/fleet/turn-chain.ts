import type { Lease } from '../storage/lease.ts'
import type { SessionStore } from '../storage/session-store.ts'
import type { Turn } from '../storage/turn-store.ts'
import type { NewJob } from './fleet-queue.ts'

/** The turn of the n-th attempt at a submitted turn: a final state is final, so each attempt after an interruption is a new turn. */
export const attemptID = (rootID: string, attempt: number): string => (attempt === 1 ? rootID : `${rootID}~${attempt}`)

/** A turn of a chain, and the one before it. */
export interface ChainEnd {
  readonly turn: Turn
  readonly previous: Turn | null
  readonly attempt: number
}

/** The newest turn of a chain; null: the submitted turn is not there yet. */
export async function newestOfChain(
  store: SessionStore,
  { sessionID, turnID: rootID }: NewJob,
): Promise<ChainEnd | null> {
  let end: ChainEnd | null = null
  for (let attempt = 1; ; attempt += 1) {
    const turn: Turn | null = await store.turns.get(sessionID, attemptID(rootID, attempt))
    if (turn === null) return end
    end = { turn, previous: end === null ? null : end.turn, attempt }
  }
}

/** Begins the turn of an attempt; its input is that of the job. */
export function beginAttempt(store: SessionStore, job: NewJob, attempt: number, lease?: Lease): Promise<Turn> {
  const { sessionID, turnID, input, tools } = job
  return store.turns.begin(sessionID, { turnID: attemptID(turnID, attempt), input, tools, lease })
}
