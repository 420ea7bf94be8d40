import type { ProcessIdentity } from '../files/process-identity.ts'
import { isRecord } from '../json/is-record.ts'
import type { Change } from '../storage/change.ts'
import type { Facts } from '../storage/facts.ts'
import { ageMs, type Moment } from './presence-clock.ts'
import { StoreError } from '../storage/store-error.ts'
import type { Holder } from './presence-error.ts'

/** Where the presence of a session stands among its state. */
export const presenceState: { readonly owner: string; readonly key: string } = { owner: '@presence', key: 'session' }

/** `active`: signs of life. `disconnected`: none, or said goodbye, and may be claimed. `expired`: over, for good. */
export type PresenceStatus = 'active' | 'disconnected' | 'expired'

/** What is stored of a present session, as plain JSON. */
export interface PresenceRow {
  readonly owner: string
  /** Null: nobody could tell which process this is. */
  readonly process: ProcessIdentity | null
  /** SHA-256 of the secret that a claim must show; null: anyone may claim. */
  readonly proof: string | null
  readonly token: number
  readonly transport: unknown
  readonly cwd: string | null
  readonly metadata: unknown
  readonly openedAt: number
  /** The newest sign of life; deadlines count from it. */
  readonly beat: Moment
  /** When the owner said goodbye. */
  readonly left: Moment | null
  /** When this owner took the session over; a stable time since then gives the attempts back. */
  readonly claimed: Moment | null
  readonly attempts: number
  readonly ttlMs: number
  readonly graceMs: number
  /** Set once: terminal states are terminal. */
  readonly expiredAt: number | null
}

/** The row among the facts of a decision; null when the session is not known here. */
export function presenceOf({ state }: Pick<Facts, 'state'>): PresenceRow | null {
  return state === null ? null : parsePresence(state.value)
}

/**
 * Reads a stored row.
 *
 * @throws {StoreError} `invalid_row`: decoding comes before anything is counted, so a damaged row costs no attempt
 */
export function parsePresence(text: string): PresenceRow {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw unreadable(cause)
  }
  if (!isRecord(value) || !fields.every(([name, accepts]) => accepts(value[name]))) {
    throw unreadable()
  }
  return value as unknown as PresenceRow
}

const unreadable = (cause?: unknown): StoreError =>
  new StoreError({
    code: 'invalid_row',
    message: 'What is stored about the presence of a session cannot be read.',
    cause,
  })

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value)
const isMoment = (value: unknown): boolean => isRecord(value) && isNumber(value['wallMs'])
const orNull =
  (accepts: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === null || accepts(value)

const fields: readonly (readonly [name: keyof PresenceRow, accepts: (value: unknown) => boolean])[] = [
  ['owner', isText],
  ['process', orNull(isRecord)],
  ['proof', orNull(isText)],
  ['token', isNumber],
  ['cwd', orNull(isText)],
  ['openedAt', isNumber],
  ['beat', isMoment],
  ['left', orNull(isMoment)],
  ['claimed', orNull(isMoment)],
  ['attempts', isNumber],
  ['ttlMs', isNumber],
  ['graceMs', isNumber],
  ['expiredAt', orNull(isNumber)],
]

/** What a row says at a moment. `ownerIsGone`: its process is known to have ended, so that nobody waits for the deadline. */
export function statusAt(row: PresenceRow, now: Moment, ownerIsGone: boolean): PresenceStatus {
  if (row.expiredAt !== null) return 'expired'
  // Grace begins when the lease lapses, or with the goodbye.
  const graceAge = row.left === null ? ageMs(row.beat, now) - row.ttlMs : ageMs(row.left, now)
  if (graceAge > row.graceMs) return 'expired'
  return row.left !== null || graceAge > 0 || ownerIsGone ? 'disconnected' : 'active'
}

/** Until when the owner holds the session without another sign of life. */
export function holderOf({ owner, beat, ttlMs }: PresenceRow): Holder {
  return { owner, until: beat.wallMs + ttlMs }
}

/** The change that stores a row. */
export function presenceSaved(sessionID: string, row: PresenceRow, updatedAt: number): Change {
  return {
    type: 'state_saved',
    sessionID,
    entry: { ...presenceState, value: JSON.stringify(row), expiresAt: null, updatedAt },
  }
}
