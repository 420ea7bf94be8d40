import { isEarlier } from '../../../storage/copy/catch-up.ts'
import { digestOf, readCopied, type CopiedSession } from '../../../storage/copy/copied-session.ts'
import { readStanding } from '../../../storage/copy/read-standing.ts'
import type { SessionStore } from '../../../storage/session-store.ts'
import { StoreError } from '../../../storage/store-error.ts'
import { auditItem, importable, unsafe, type AuditItem } from '../audit-item.ts'
import { compareCopies } from '../compare-copies.ts'
import { contentDigest } from './content-digest.ts'

/** A store, and its name in findings. */
export interface NamedStore {
  readonly name: string
  readonly store: SessionStore
  /** Its sessions count as right when the other store lacks them. */
  readonly isTruth?: boolean
}

/** A copy that can be brought up to the other store's state. */
export interface CatchUp {
  readonly sessionID: string
  /** Name of the store that is behind. */
  readonly into: string
  readonly copied: CopiedSession
  /** Digest of the present copy; null when there is none. */
  readonly expected: string | null
}

/** The comparison of two stores of ours, and the catch-ups that reunite them without a loss. */
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
  // The same conversation with other turns, tool calls or state.
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

/** An error in place of a session that cannot be read, so that it hides no other session. */
function asAnswer(cause: unknown): StoreError {
  if (StoreError.isInstance(cause)) return cause
  throw cause
}

interface Unreadable {
  readonly sessionID: string
  /** Of the store in which it cannot be read. */
  readonly name: string
  readonly isOwn: boolean
  readonly error: StoreError
  /** The other store's copy of the session. */
  readonly beside: Copy | StoreError
}

function unreadable({ beside, error, isOwn, name, sessionID }: Unreadable): AuditItem {
  const count = beside !== null && typeof beside === 'object' && 'messages' in beside ? beside.messages.length : -1
  const kind = isOwn ? 'malformed_live' : 'malformed_backup'
  const counts = isOwn ? { backup: count } : { live: count }
  return unsafe(auditItem(kind, sessionID, counts, { copies: [name] }), error.code)
}

/** The sessions of a store, and of one that cannot list them those that the other store knows. */
async function idsOf({ store }: NamedStore): Promise<readonly string[] | StoreError> {
  return store.messages.list().then((rows) => rows.map(({ sessionID }) => sessionID), asAnswer)
}

/**
 * Compares every session of two stores of ours: by the digest of all that belongs to it, and where that differs, by the prefixes of
 * the conversation. One that somebody works on is left out, one that cannot be read is named, and into a store with such a one nothing
 * is to be written.
 */
export async function compareStores(
  own: NamedStore,
  other: NamedStore,
  skipped: ReadonlySet<string>,
): Promise<Comparison> {
  const stores = [own, other] as const
  const found: Comparison = { items: [], catchUps: [] }
  const ids = new Set<string>()
  const unread = new Map<AuditItem, NamedStore>()
  const unlisted = new Set<NamedStore>()
  const answering = new Set<NamedStore>()
  const tell = (told: Omit<Unreadable, 'isOwn' | 'name'>, store: NamedStore): void => {
    const item = unreadable({ ...told, name: store.name, isOwn: store === own })
    unread.set(item, store)
    found.items.push(item)
  }
  for (const store of stores) {
    const listed = await idsOf(store)
    if (StoreError.isInstance(listed)) {
      unlisted.add(store)
      tell({ sessionID: '', error: listed, beside: null }, store)
    } else for (const sessionID of listed) ids.add(sessionID)
  }
  for (const sessionID of [...ids].sort()) {
    if (skipped.has(sessionID)) continue
    const read = ({ store }: NamedStore): Promise<Copy | StoreError> =>
      store.execute(readCopied, { sessionID }).catch(asAnswer)
    const [first, second] = [await read(own), await read(other)]
    if (first === 'busy' || second === 'busy') continue
    if (StoreError.isInstance(first)) tell({ sessionID, error: first, beside: second }, own)
    else answering.add(own)
    if (StoreError.isInstance(second)) tell({ sessionID, error: second, beside: first }, other)
    else answering.add(other)
    if (StoreError.isInstance(first) || StoreError.isInstance(second)) continue
    if (first && second) compare(found, sessionID, first, second, [own.name, other.name])
    else if (first) await missing(found, sessionID, first, own, other)
    else if (second) await missing(found, sessionID, second, other, own)
  }
  const damaged = new Set([...unread.values()].map(({ name }) => name))
  // When no session of a store can be read, because it cannot be listed, one finding stands for all.
  const isTold = (item: AuditItem): boolean => {
    const store = unread.get(item)
    return store !== undefined && item.session_id !== '' && unlisted.has(store) && !answering.has(store)
  }
  const isHeld = ({ category, copies }: AuditItem): boolean =>
    category === 'repairable' && Array.isArray(copies) && damaged.has(copies[0])
  return {
    items: found.items
      .filter((item) => !isTold(item))
      .map((item) => (isHeld(item) ? unsafe(item, 'store_damaged') : item)),
    catchUps: found.catchUps.filter(({ into }) => !damaged.has(into)),
  }
}
