import { digestOf, readCopied, type CopiedSession } from '../../../storage/copy/copied-session.ts'
import { readStanding } from '../../../storage/copy/read-standing.ts'
import type { SessionStore } from '../../../storage/session-store.ts'
import { auditItem, unsafe, type AuditItem } from '../audit-item.ts'
import { compareCopies } from '../compare-copies.ts'

/** A store, and what it is called in a finding. */
export interface NamedStore {
  readonly name: string
  readonly store: SessionStore
}

type Copy = CopiedSession | 'busy' | null

const messagesOf = ({ messages }: CopiedSession): readonly unknown[] =>
  messages.map(({ raw }): unknown => JSON.parse(raw))

function compare(
  sessionID: string,
  own: CopiedSession,
  other: CopiedSession,
  copies: readonly [string, string],
): AuditItem[] {
  if (digestOf(own) === digestOf(other)) return []
  const [live, backup] = [messagesOf(own), messagesOf(other)]
  const relation = compareCopies(live, backup)
  const counts = { live: live.length, backup: backup.length }
  if (relation === 'behind' || relation === 'ahead')
    return [
      auditItem('copy_behind', sessionID, counts, { copies: relation === 'behind' ? copies : copies.toReversed() }),
    ]
  // The same conversation, and other turns, tool calls or state.
  return [auditItem('diverged', sessionID, counts, { copies, ...(relation === 'equal' && { beside: 'messages' }) })]
}

/** One has it, the other one not: removed there, or never copied. Nobody but its owner knows which of them is meant to be whole. */
async function missing(sessionID: string, has: NamedStore, lacks: NamedStore, count: number): Promise<AuditItem> {
  const standing = await lacks.store.execute(readStanding, { sessionID })
  const counts = { backup: count }
  const copies = [lacks.name, has.name]
  return standing === 'removed'
    ? auditItem('deleted_session_file', sessionID, counts, { copies })
    : unsafe(auditItem('copy_missing', sessionID, counts, { copies }), 'no_source_of_truth')
}

/**
 * Compares every session of two stores of ours: by the digest of all that belongs to it, and where that differs, by the prefixes of
 * the conversation. One that somebody works on is left out.
 */
export async function compareStores(
  own: NamedStore,
  other: NamedStore,
  skipped: ReadonlySet<string>,
): Promise<AuditItem[]> {
  const listed = await Promise.all([own, other].map(({ store }) => store.messages.list()))
  const ids = [...new Set(listed.flat().map(({ sessionID }) => sessionID))].sort()
  const items: AuditItem[] = []
  for (const sessionID of ids) {
    if (skipped.has(sessionID)) continue
    const read = ({ store }: NamedStore): Promise<Copy> => store.execute(readCopied, { sessionID })
    const [first, second] = [await read(own), await read(other)]
    if (first === 'busy' || second === 'busy') continue
    if (first && second) items.push(...compare(sessionID, first, second, [own.name, other.name]))
    else if (first) items.push(await missing(sessionID, own, other, first.messages.length))
    else if (second) items.push(await missing(sessionID, other, own, second.messages.length))
  }
  return items
}
