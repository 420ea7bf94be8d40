import type { ChangeRow, MessageRow, PartRow, SessionRow, StoreRows } from '../store-rows.ts'
import { emptySession, type MemorySession } from './memory-session.ts'
import type { MemorySessions } from './memory-sessions.ts'

const partKey = (callId: string, occurrence: number): string => `${occurrence}:${callId}`

/** The rows in maps. Whatever may refuse (`grow`) comes before the first change, so that a throw leaves nothing behind. */
export function memoryRows(sessions: MemorySessions): StoreRows {
  let nextKey = 1
  let token = 0
  const existing = (sessionID: string): MemorySession => {
    const session = sessions.get(sessionID)
    if (session === undefined) throw new TypeError(`session ${sessionID} has no rows`)
    return session
  }
  const best = (sessionIDs: Iterable<string>, digest: string): string | undefined => {
    const found = Array.from(sessionIDs, (sessionID) => existing(sessionID).row)
    const endsThere = ({ head }: SessionRow): number => (head === digest ? 1 : 0)
    return found.sort((a, b) => endsThere(b) - endsThere(a) || b.updatedAt - a.updatedAt)[0]?.sessionID
  }

  return {
    session: (sessionID) => sessions.get(sessionID)?.row,
    sessions: () =>
      sessions
        .all()
        .map(({ row, parts }) => ({ session: row, partCount: parts.size }))
        .sort((a, b) => b.session.updatedAt - a.session.updatedAt),
    saveSession(row) {
      const session = sessions.get(row.sessionID)
      if (session) session.row = row
      else sessions.create(emptySession(row))
    },
    removeSession: (sessionID) => sessions.remove(sessionID),
    revisionFloor: () => sessions.revisionFloor,

    messages(sessionID) {
      const { messages, positions } = existing(sessionID)
      return positions.map((position) => ({ ...messages.get(position.key)!, ...position }))
    },
    message: (sessionID, key) => existing(sessionID).messages.get(key)!,
    positions: (sessionID, from) => sessions.get(sessionID)?.positions.slice(from) ?? [],
    addMessages(sessionID, messages) {
      const session = existing(sessionID)
      sessions.grow(
        session,
        messages.flatMap(({ meta, raw }: MessageRow) => [meta, raw]),
      )
      return messages.map((message) => {
        session.messages.set(nextKey, message)
        return nextKey++
      })
    },
    setPositions(sessionID, from, positions) {
      const session = existing(sessionID)
      for (const { digest } of session.positions.splice(from)) sessions.prefixes.delete(digest, sessionID)
      for (const position of positions) {
        session.positions.push(position)
        sessions.prefixes.add(position.digest, sessionID)
      }
    },
    dropMessages(sessionID, keys) {
      const session = existing(sessionID)
      const used = new Set(session.positions.map(({ key }) => key))
      for (const { edits } of session.changes)
        for (const { before, after } of edits) used.add(before ?? 0).add(after ?? 0)
      for (const key of keys) {
        const message = session.messages.get(key)
        if (message === undefined || used.has(key)) continue
        sessions.grow(session, [], [message.meta, message.raw])
        session.messages.delete(key)
      }
    },
    sessionWithPrefix: (digest) => best(sessions.prefixes.get(digest), digest),
    sessionWithFormerHead: (digest) => best(sessions.formerHeads.get(digest), digest),

    addChange(sessionID, change) {
      existing(sessionID).changes.push(change)
      sessions.formerHeads.add(change.formerHead, sessionID)
    },
    changesAfter: (sessionID, revision) => existing(sessionID).changes.filter((change) => change.revision > revision),
    change: (sessionID, revision) => existing(sessionID).changes.find((change) => change.revision === revision),
    newestTransact: (sessionID) =>
      existing(sessionID).changes.findLast((change) => change.kind === 'transact' && change.undoneBy === null),
    markUndone(sessionID, revision, undoneBy) {
      const session = existing(sessionID)
      session.changes = session.changes.map((change): ChangeRow =>
        change.revision === revision ? { ...change, undoneBy } : change,
      )
    },

    part(sessionID, callId, occurrence) {
      const session = sessions.get(sessionID)
      const newest = occurrence ?? session?.occurrences.get(callId)
      return newest === undefined ? undefined : session?.parts.get(partKey(callId, newest))
    },
    parts: (sessionID) => [...(sessions.get(sessionID)?.parts.values() ?? [])],
    putPart(sessionID, part: PartRow) {
      const session = existing(sessionID)
      const key = partKey(part.callId, part.occurrence)
      const former = session.parts.get(key)
      sessions.grow(session, [part.input, part.output], [former?.input, former?.output])
      session.parts.set(key, part)
      session.occurrences.set(part.callId, Math.max(part.occurrence, session.occurrences.get(part.callId) ?? 0))
    },

    lease: (sessionID) => sessions.leases.get(sessionID),
    putLease: (sessionID, lease) => sessions.putLease(sessionID, lease),
    deleteLease: (sessionID) => sessions.deleteLease(sessionID),
    nextToken: () => ++token,

    addAttempt(sessionID, fingerprint, rung) {
      const { attempts } = existing(sessionID)
      const key = JSON.stringify([fingerprint, rung])
      if (attempts.has(key)) return false
      attempts.add(key)
      return true
    },
    clearAttempts: (sessionID) => sessions.get(sessionID)?.attempts.clear(),

    meta: (sessionID, key) => sessions.get(sessionID)?.meta.get(key),
    putMeta(sessionID, key, value) {
      const session = existing(sessionID)
      sessions.grow(session, [value], [session.meta.get(key)])
      if (value === null) session.meta.delete(key)
      else session.meta.set(key, value)
    },
  }
}
