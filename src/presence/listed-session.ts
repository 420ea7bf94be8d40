import type { Moment } from './presence-clock.ts'
import { holderOf, type PresenceRow, statusAt } from './presence-row.ts'
import type { ListedSession } from './session-registry.ts'

/** A session as others see it, from its row. */
export function listedSession(sessionID: string, row: PresenceRow, at: Moment, isGone: boolean): ListedSession {
  const { owner, token, openedAt, attempts, transport, cwd, metadata } = row
  return {
    sessionID,
    status: statusAt(row, at, isGone),
    owner,
    token,
    openedAt,
    lastHeartbeat: row.beat.wallMs,
    disconnectedAt: row.left?.wallMs ?? null,
    until: holderOf(row).until,
    attempts,
    transport,
    cwd,
    metadata,
  }
}
