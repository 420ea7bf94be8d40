import { isRecord } from '../../../json/is-record.ts'
import { type CopiedSession, digestOf } from '../../../storage/copy/copied-session.ts'

function withoutTime(meta: string): string {
  const fields: unknown = JSON.parse(meta)
  return isRecord(fields) ? JSON.stringify({ ...fields, createdAt: 0 }) : meta
}

/**
 * Equal for two copies that were written side by side: each has stamped its rows with its own clock, and one where a session of that
 * id was removed before has a revision of its own. That is no disagreement.
 */
export function contentDigest({ session, messages, parts, turns, states }: CopiedSession): string {
  const never = { createdAt: 0, updatedAt: 0 }
  return digestOf({
    session: { ...session, ...never, revision: 0 },
    messages: messages.map((message) => ({ ...message, meta: withoutTime(message.meta) })),
    parts: parts.map((part) => ({ ...part, startedAt: null, endedAt: null })),
    turns: turns.map((turn) => ({ ...turn, ...never })),
    states: states.map((entry) => ({ ...entry, updatedAt: 0 })),
  })
}
