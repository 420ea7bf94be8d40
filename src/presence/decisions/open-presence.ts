import type { ProcessIdentity } from '../../files/process-identity.ts'
import type { Decision } from '../../storage/decision.ts'
import { ensureSession } from '../../storage/rules/session-rules.ts'
import { type PresenceRow, holderOf, presenceOf, presenceSaved, presenceState, statusAt } from '../presence-row.ts'
import type { Holder } from '../presence-error.ts'
import { leaseSaved, type PresenceCommand } from './sign-of-life.ts'

export interface OpenPresenceCommand extends PresenceCommand {
  readonly owner: string
  readonly process: ProcessIdentity | null
  readonly proof: string | null
  readonly transport: unknown
  readonly cwd: string | null | undefined
  readonly metadata: unknown
  readonly ttlMs: number
  readonly graceMs: number
  /** The process that is known to have ended. */
  readonly gone: ProcessIdentity | null
}

export type OpenPresence =
  | { readonly row: PresenceRow; readonly refused?: undefined }
  | { readonly refused: 'alive' | 'recoverable'; readonly holder: Holder }

/**
 * Opening creates; adopting is a claim. The same owner asking again keeps attempts and contexts; a session that has
 * expired begins anew under a higher token.
 */
export const openPresence: Decision<OpenPresenceCommand, OpenPresence> = {
  needs: ({ sessionID }) => ({ sessionID, lease: true, state: presenceState }),
  decide(facts, command, now) {
    const { sessionID, at, owner, gone, ...given } = command
    const former = presenceOf(facts)
    const status = former && statusAt(former, at, isSame(former.process, gone))
    const isOwn = former?.owner === owner && (status !== 'active' || isSame(former.process, command.process))
    if (former !== null && status !== 'expired' && !isOwn) {
      const refused = status === 'active' ? 'alive' : 'recoverable'
      return { changes: [], result: { refused, holder: holderOf(former) } }
    }
    const token = Math.max(facts.lease?.token ?? 0, facts.floors.token) + 1
    const kept = status === 'expired' ? null : former
    const row: PresenceRow = {
      ...given,
      owner,
      token,
      proof: given.proof ?? kept?.proof ?? null,
      transport: given.transport ?? kept?.transport ?? null,
      cwd: given.cwd ?? kept?.cwd ?? null,
      metadata: given.metadata ?? kept?.metadata ?? null,
      openedAt: kept?.openedAt ?? at.wallMs,
      beat: at,
      left: null,
      claimed: kept?.claimed ?? null,
      attempts: kept?.attempts ?? 0,
      expiredAt: null,
    }
    const changes = [
      ...ensureSession(facts, sessionID, now),
      leaseSaved(sessionID, owner, token, now, row.ttlMs),
      presenceSaved(sessionID, row, now),
    ]
    return { changes, result: { row } }
  },
}

export function isSame(first: ProcessIdentity | null, second: ProcessIdentity | null): boolean {
  if (first === null || second === null) return false
  return (['host', 'bootId', 'pid', 'startTime'] as const).every((field) => first[field] === second[field])
}
