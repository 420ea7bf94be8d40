import { isEarlier } from '../../../storage/copy/catch-up.ts'
import { digestOf, readCopied, type CopiedSession } from '../../../storage/copy/copied-session.ts'
import { readStanding } from '../../../storage/copy/read-standing.ts'
import type { SessionStore } from '../../../storage/session-store.ts'
import { auditItem, importable, unsafe, type AuditItem } from '../audit-item.ts'
import { compareCopies } from '../compare-copies.ts'
import { contentDigest } from './content-digest.ts'

/** A store, and what it is called in a finding. */
export interface NamedStore {
  readonly name: string
  readonly store: SessionStore
  /** What it holds is right where the other one holds nothing. */
  readonly isTruth?: boolean
}

/** A copy that can be taken forward to what the other store holds. */
export interface CatchUp {
  readonly sessionID: string
  /** Name of the store that is behind. */
  readonly into: string
  readonly copied: CopiedSession
  /** Digest of what is there; null where there is nothing. */
  readonly expected: string | null
}

/** What two stores of ours say of each other, and what would bring them together again without losing anything. */
export interface Comparison {
  readonly items: AuditItem[]
  readonly catchUps: CatchUp[]
}

type Copy = CopiedSession | 'busy' | null

const messagesOf = ({ messages }: CopiedSession): readonly unknown[] =>
  messages.map(({ raw }): unknown => JSON.parse(raw))

function compare(
  { items, catchUps }: Comparison,
  sessionID: string,
  own: CopiedSession,
  other: CopiedSession,
  copies: readonly [string, string],
): void {
  if (contentDigest(own) === contentDigest(other)) return
  const [live, backup] = [messagesOf(own), messagesOf(other)]
  const relation = compareCopies(live, backup)
  const counts = { live: live.length, backup: backup.length }
  // The same conversation, and other turns, tool calls or state.
  const beside = relation === 'equal' && { beside: 'messages' }
  if (relation !== 'behind' && relation !== 'ahead') {
    items.push(auditItem('diverged', sessionID, counts, { copies, ...beside }))
    return
  }
  const isBehind = relation === 'behind'
  const item = auditItem('copy_behind', sessionID, counts, { copies: isBehind ? copies : copies.toReversed() })
  if (!(isBehind ? isEarlier(own, other) : isEarlier(other, own))) {
    // Shorter is not older: it may have been cut on purpose, or hold something that the other has not.
    items.push(unsafe(item, 'not_proven_earlier'))
    return
  }
  items.push(importable(item))
  catchUps.push(
    isBehind
      ? { sessionID, into: copies[0], copied: other, expected: digestOf(own) }
      : { sessionID, into: copies[1], copied: own, expected: digestOf(other) },
  )
}

/**
 * One has it, the other one not: removed there, never copied, or its folder was removed by hand. The journal is the source of
 * truth: what only a copy of it knows is brought back by a person.
 */
async function missing(
  { items, catchUps }: Comparison,
  sessionID: string,
  copied: CopiedSession,
  has: NamedStore,
  lacks: NamedStore,
): Promise<void> {
  const standing = await lacks.store.execute(readStanding, { sessionID })
  const counts = { backup: copied.messages.length }
  const copies = [lacks.name, has.name]
  if (standing === 'removed') items.push(auditItem('deleted_session_file', sessionID, counts, { copies }))
  else if (!has.isTruth)
    items.push(unsafe(auditItem('copy_missing', sessionID, counts, { copies }), 'not_in_source_of_truth'))
  else {
    items.push(auditItem('copy_missing', sessionID, counts, { copies }))
    catchUps.push({ sessionID, into: lacks.name, copied, expected: null })
  }
}

/**
 * Compares every session of two stores of ours: by the digest of all that belongs to it, and where that differs, by the prefixes of
 * the conversation. One that somebody works on is left out.
 */
export async function compareStores(
  own: NamedStore,
  other: NamedStore,
  skipped: ReadonlySet<string>,
): Promise<Comparison> {
  const listed = await Promise.all([own, other].map(({ store }) => store.messages.list()))
  const ids = [...new Set(listed.flat().map(({ sessionID }) => sessionID))].sort()
  const found: Comparison = { items: [], catchUps: [] }
  for (const sessionID of ids) {
    if (skipped.has(sessionID)) continue
    const read = ({ store }: NamedStore): Promise<Copy> => store.execute(readCopied, { sessionID })
    const [first, second] = [await read(own), await read(other)]
    if (first === 'busy' || second === 'busy') continue
    if (first && second) compare(found, sessionID, first, second, [own.name, other.name])
    else if (first) await missing(found, sessionID, first, own, other)
    else if (second) await missing(found, sessionID, second, other, own)
  }
  return found
}
