import type { NewMessage, StoredMessage, StoredMessageMeta } from '../message-store.ts'
import { messageDigest } from '../prefix-digests.ts'
import type { MessageRow, PlacedMessageRow } from '../store-rows.ts'
import { fromJsonText, toJsonText } from '../to-json-text.ts'

/** The role that a raw message names itself; formats without roles (Responses items) have none. */
function roleOf(raw: unknown): string {
  const role = typeof raw === 'object' && raw !== null && 'role' in raw ? raw.role : undefined
  return typeof role === 'string' ? role : 'unknown'
}

/** The rows of new messages. `idPrefix` makes the ids of those that bring none. */
export function toMessageRows(messages: readonly NewMessage[], idPrefix: string, now: number): MessageRow[] {
  return messages.map(({ raw, meta }, index) => {
    const text = toJsonText(raw, 'message')
    // `sessionID` and `seq` follow from the place; a message given back to another session must not bring its old ones.
    const { sessionID: _sessionID, seq: _seq, ...extras } = meta ?? {}
    const complete = { ...extras, id: meta?.id ?? `${idPrefix}.${index}`, role: meta?.role ?? roleOf(raw) }
    return {
      meta: toJsonText({ ...complete, createdAt: meta?.createdAt ?? now }, 'meta of a message'),
      raw: text,
      contentDigest: messageDigest(raw),
    }
  })
}

/** The row of a message that a repair has rewritten: same identity, new content. */
export function toRewrittenRow(former: MessageRow, raw: unknown): MessageRow {
  const text = toJsonText(raw, 'message')
  const meta = toObject(former.meta)
  const role = roleOf(raw)
  if (role !== 'unknown') meta['role'] = role
  return { meta: toJsonText(meta, 'meta of a message'), raw: text, contentDigest: messageDigest(raw) }
}

export function toStoredMessage(row: PlacedMessageRow, sessionID: string, seq: number): StoredMessage {
  const { id, role, createdAt, ...extras } = toObject(row.meta)
  const meta: StoredMessageMeta = {
    ...extras,
    id: String(id),
    sessionID,
    role: String(role),
    seq,
    createdAt: Number(createdAt),
  }
  return { meta, raw: fromJsonText(row.raw, 'message') }
}

function toObject(text: string): Record<string, unknown> {
  const value = fromJsonText(text, 'meta of a message')
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
