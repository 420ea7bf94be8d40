import { isRecord } from '../../json/is-record.ts'
import { knownLink } from '../known-link.ts'
import type { MessageInput } from '../message-input.ts'
import type { NewMessage, StoredMessage, StoredMessageMeta } from '../message-store.ts'
import { messageDigest } from '../prefix-digests.ts'
import type { JsonText, MessageRow } from '../rows.ts'
import { derivedOnce } from '../settled-messages.ts'
import { fromJsonText, toJsonText } from '../to-json-text.ts'
import { placeOfKey } from './places.ts'

/** The meta of messages without any: nearly all. By identity it marks the fast path of `metaOf`. */
const noMeta: MessageInput['meta'] = {}

/** @throws StoreError `invalid_value` for a message or meta that is not JSON */
export function toMessageInput({ raw, meta }: NewMessage): MessageInput {
  const input = derivedOnce(raw, 'input', () => inputOf(raw))
  return meta === undefined ? input : { ...input, meta: toRecord(toJsonText(meta, 'meta of a message')) }
}

function inputOf(raw: unknown): MessageInput {
  // First, so that whatever a getter throws becomes `invalid_value`.
  const text = toJsonText(raw, 'message')
  const role = isRecord(raw) && typeof raw['role'] === 'string' ? raw['role'] : null
  return { raw: text, contentDigest: messageDigest(raw), role, meta: noMeta }
}

/** The session's counters and digest from which rows of new messages continue. */
export interface Continuation {
  readonly nextKey: number
  readonly head: string
  readonly revision: number
}

/** The rows of messages appended to a conversation. A message without an id gets one made from the revision. */
export function appendedRows(messages: readonly MessageInput[], after: Continuation, now: number): MessageRow[] {
  const { revision } = after
  let prefix = after.head
  return messages.map((message, index) => {
    const key = after.nextKey + index
    const { raw, contentDigest } = message
    prefix = knownLink(prefix, contentDigest)
    const meta = metaOf(message, `m${revision}.${index}`, now)
    return { key, place: placeOfKey(key), contentDigest, meta, raw, prefix, revision }
  })
}

/** The row of a message that a repair inserts; `moveMessages` gives it its place. */
export function newRow(message: MessageInput, key: number, id: string, revision: number, now: number): MessageRow {
  const { raw, contentDigest } = message
  return { key, place: null, contentDigest, meta: metaOf(message, id, now), raw, prefix: null, revision }
}

function metaOf({ role, meta: given }: MessageInput, id: string, now: number): JsonText {
  // Concatenated for speed: a fork of a conversation writes one per message. Generated ids need no escapes.
  if (given === noMeta) return `{"id":"${id}","role":${JSON.stringify(role ?? 'unknown')},"createdAt":${now}}`
  // `sessionID` and `seq` are derived on reading; a stored message given to another session must not keep its old ones.
  const { sessionID: _sessionID, seq: _seq, ...extras } = given
  const kept = { id: given['id'] ?? id, role: given['role'] ?? role ?? 'unknown', createdAt: given['createdAt'] ?? now }
  return JSON.stringify({ ...extras, ...kept })
}

/** The row of a message that a repair has rewritten: same identity, new content. */
export function rewrittenRow(former: MessageRow, message: MessageInput, key: number, revision: number): MessageRow {
  const meta = toRecord(former.meta)
  const { raw, contentDigest, role } = message
  const text = role === null ? former.meta : JSON.stringify({ ...meta, role })
  return { key, place: null, contentDigest, meta: text, raw, prefix: null, revision }
}

export function toStoredMessage(row: MessageRow, sessionID: string, seq: number): StoredMessage {
  const { id, role, createdAt, ...extras } = toRecord(row.meta)
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

function toRecord(text: JsonText): Record<string, unknown> {
  const value = fromJsonText(text, 'meta of a message')
  return isRecord(value) ? value : {}
}
