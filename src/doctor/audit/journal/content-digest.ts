import { isRecord } from '../../../json/is-record.ts'
import { type CopiedSession, digestOf } from '../../../storage/copy/copied-session.ts'

/** Fields that each copy sets by its own clock. */
const stamps: ReadonlySet<string> = new Set(['createdAt', 'updatedAt', 'startedAt', 'endedAt'])

const withoutStamps = <Row extends object>(row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !stamps.has(field))) as Row

function withoutTime(meta: string): string {
  const fields: unknown = JSON.parse(meta)
  return isRecord(fields) ? JSON.stringify({ ...fields, createdAt: undefined }) : meta
}

/**
 * Equal for two copies that were written side by side: each has stamped its rows with its own clock, and one where a session of that
 * id was removed before has a revision of its own. That is no disagreement.
 */
export function contentDigest({ session, messages, parts, turns, states }: CopiedSession): string {
  return digestOf({
    session: { ...withoutStamps(session), revision: 0 },
    messages: messages.map((message) => ({ ...message, meta: withoutTime(message.meta) })),
    parts: parts.map(withoutStamps),
    turns: turns.map(withoutStamps),
    states: states.map(withoutStamps),
  })
}
