import type { Change } from '../change.ts'
import { quote, type Refusal } from '../decision.ts'
import type { Facts } from '../facts.ts'
import type { SessionRow } from '../rows.ts'
import type { WriteOptions } from '../write-options.ts'

interface Write extends WriteOptions {
  readonly sessionID: string
}

/** The session, unless it was removed. */
export function livingSession({ session }: Facts): SessionRow | null {
  return session?.removedAt === null ? session : null
}

/** The session, or the one that is about to be created. After a removal it continues the epochs and keys of the tombstone. */
export function sessionOrNew(facts: Facts, sessionID: string, now: number): SessionRow {
  const living = livingSession(facts)
  if (living) return living
  const { epoch = 0, floor = 0, nextKey = 1 } = facts.session ?? {}
  const empty = { revision: 0, count: 0, head: '', standing: null, removedAt: null }
  return { ...empty, sessionID, epoch, floor, nextKey, createdAt: now, updatedAt: now }
}

/** Creates the session if it does not exist, so that parts, attempts and turns can be stored before the first message. */
export function ensureSession(facts: Facts, sessionID: string, now: number): Change[] {
  if (livingSession(facts)) return []
  return [{ type: 'session_saved', sessionID, session: sessionOrNew(facts, sessionID, now) }]
}

export const unknownSession = (sessionID: string): Refusal => ({
  code: 'not_found',
  message: `There is no session ${quote(sessionID)}.`,
  sessionID,
})

export function expectRevision(session: SessionRow, expect: number | undefined): Refusal | null {
  const { sessionID, revision } = session
  if (expect === undefined || revision === expect) return null
  const message = `Session ${quote(sessionID)} is at revision ${revision}, not ${expect}.`
  return { code: 'stale_revision', message, sessionID, revision }
}

/** Refuses a write under a lease that has ended; the refusal names the present holder (I15). */
export function fence({ lease: current }: Pick<Facts, 'lease'>, { sessionID, lease }: Write): Refusal | null {
  if (lease === undefined || (current !== null && current.owner !== null && current.token === lease.token)) return null
  const isHeld = current !== null && current.owner !== null
  const now = isHeld ? `${quote(current.owner)} has it now` : 'nobody has one now'
  return {
    code: 'lease_lost',
    message: `The lease ${lease.token} on session ${quote(sessionID)} has ended; ${now}.`,
    sessionID,
    ...(isHeld && { holder: { owner: current.owner, until: current.expiresAt } }),
  }
}

/** The next revision; never one of a removed session with the same id, so that an old `expect` stays stale. */
export function nextRevision(facts: Facts, session: SessionRow): number {
  return Math.max(session.floor, session.revision === 0 ? facts.floors.revision : session.revision) + 1
}

/** The facts that every write needs. */
export const writeNeeds = ({ sessionID, lease }: Write): { sessionID: string; lease: boolean } => ({
  sessionID,
  lease: lease !== undefined,
})
