import { auditItem, type AuditItem } from './audit-item.ts'
import { compareCopies } from './compare-copies.ts'

/** A copy of a session, and the name of the place in which it stands. */
export interface Twin {
  readonly place: string
  readonly messages: readonly unknown[]
}

/** Copies of one session in places of one kind: only the user can decide with which the program continues. */
export function compareTwins(sessionID: string, [first, ...others]: readonly Twin[]): AuditItem[] {
  if (!first) return []
  return others.map(({ place, messages }) => {
    const relation = compareCopies(first.messages, messages)
    const kind = relation === 'diverged' ? 'diverged' : 'session_twice'
    const counts = { live: first.messages.length, backup: messages.length }
    return auditItem(kind, sessionID, counts, { copies: [first.place, place], relation })
  })
}
