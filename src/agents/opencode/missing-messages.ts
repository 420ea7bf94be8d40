import type { StoredRow, StoredSession } from './stored-rows.ts'

const inIdOrder = (a: StoredRow, b: StoredRow): number => (a.id < b.id ? -1 : Number(a.id > b.id))

/**
 * The session with an empty row for each message that only its parts still name. opencode reads parts through their message, so
 * that words and outputs of such a one are in the database and never sent (I4). Ids ascend with time: they give the lost row its
 * place, and its neighbours the time that keeps it there.
 */
export function withMissingMessages(session: StoredSession): StoredSession {
  const known = new Set(session.messages.map(({ id }) => id))
  const orphans = Map.groupBy(
    session.parts.filter(({ messageId }) => !known.has(messageId)),
    ({ messageId }) => messageId,
  )
  if (orphans.size === 0) return session
  const messages = [...session.messages]
  for (const [id, parts] of orphans) {
    const former = session.messages
      .filter((row) => row.id < id)
      .toSorted(inIdOrder)
      .at(-1)
    const next = session.messages.filter((row) => row.id > id).toSorted(inIdOrder)[0]
    const told = Math.min(...parts.map(({ timeCreated }) => timeCreated))
    const timeCreated = Math.max(former?.timeCreated ?? 0, Math.min(told, next?.timeCreated ?? told))
    const timeUpdated = Math.max(timeCreated, ...parts.map((part) => part.timeUpdated))
    messages.push({ id, messageId: id, timeCreated, timeUpdated, text: '' })
  }
  return { ...session, messages: messages.toSorted((a, b) => a.timeCreated - b.timeCreated || inIdOrder(a, b)) }
}
