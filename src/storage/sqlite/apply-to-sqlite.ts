import type { Change, ChangeType } from '../change.ts'
import type { SessionRow } from '../rows.ts'
import { encodeText } from '../encode-text.ts'
import type { Appends } from './appends.ts'
import { rowChecksum } from './row-checksum.ts'
import { saveSession } from './save-session.ts'
import { isBeside, shortAppend } from './short-append.ts'
import type { Statements } from './statements.ts'
import { writeRow } from './write-row.ts'

type Write<Type extends ChangeType> = (sql: Statements, change: Extract<Change, { type: Type }>, id: string) => void

/** The tables that a removal clears. Only the session's row, as tombstone, and its lease stay. */
const OWNED = ['messages', 'prefixes', 'changes', 'parts', 'turns', 'state', 'attempts', 'response_references']

const ADD_MESSAGE = `
  INSERT INTO messages (session, key, place, content_digest, prefix, revision, checksum, meta, raw)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`

const WRITES: { readonly [Type in ChangeType]: Write<Type> } = {
  session_saved: (sql, { session }) => saveSession(sql, session),
  session_removed(sql, { session }, id) {
    for (const table of OWNED) sql.run(`DELETE FROM ${table} WHERE session = ?`, id)
    saveSession(sql, session)
  },
  messages_added(sql, { messages }, id) {
    for (const { key, place, contentDigest, prefix, revision, meta, raw } of messages) {
      const checksum = rowChecksum(id, key, contentDigest, prefix, revision, meta, raw)
      sql.run(ADD_MESSAGE, id, key, place, contentDigest, prefix, revision, checksum, meta, raw)
    }
  },
  messages_placed(sql, { places }, id) {
    for (const [key, place] of places)
      sql.run('UPDATE messages SET place = ? WHERE session = ? AND key = ?', place, id, key)
  },
  messages_dropped(sql, { keys }, id) {
    for (const key of keys) sql.run('DELETE FROM messages WHERE session = ? AND key = ?', id, key)
  },
  prefixes_added(sql, { prefixes }, id) {
    for (const { digest, revision } of prefixes)
      sql.run('INSERT OR IGNORE INTO prefixes (digest, session, revision) VALUES (?, ?, ?)', digest, id, revision)
  },
  change_recorded(sql, { change }, id) {
    const { revision, epoch, kind, from, undoes, undoneBy, meta, createdAt, formerHead, edits } = change
    const row = { session: id, revision, epoch, kind, from_seq: from, undoes, meta, created_at: createdAt }
    const rest = { former_head: formerHead, edits: JSON.stringify(edits) }
    writeRow(sql, 'changes', { ...row, ...rest }, 'session, revision', { undone_by: undoneBy })
  },
  change_undone: (sql, { revision, undoneBy }, id) =>
    void sql.run('UPDATE changes SET undone_by = ? WHERE session = ? AND revision = ?', undoneBy, id, revision),
  part_saved(sql, { part }, id) {
    const { callId, occurrence, name, input, status, output, isError, synthetic, startedAt, endedAt } = part
    const row = { session: id, call_id: encodeText(callId), occurrence, name: encodeText(name), input, status, output }
    const flags = { is_error: isError === null ? null : Number(isError), synthetic: Number(synthetic) }
    const times = { started_at: startedAt, ended_at: endedAt }
    writeRow(sql, 'parts', { ...row, ...flags, ...times }, 'session, call_id, occurrence')
  },
  turn_saved(sql, { turn }, id) {
    const { turnID, key, state, input, tools, data, provenance, createdAt, updatedAt } = turn
    const row = { session: id, key, turn_id: encodeText(turnID), state, input, tools, data }
    const origin = provenance === null ? null : JSON.stringify(provenance)
    const rest = { provenance: origin, created_at: createdAt, updated_at: updatedAt }
    writeRow(sql, 'turns', { ...row, ...rest }, 'session, key')
  },
  state_saved(sql, { entry: { owner, key, value, expiresAt, updatedAt } }, id) {
    const names = { session: id, owner: encodeText(owner), key: encodeText(key) }
    const row = { ...names, value, expires_at: expiresAt, updated_at: updatedAt }
    writeRow(sql, 'state', row, 'session, owner, key')
  },
  state_cleared: (sql, { owner, key }, id) =>
    void sql.run(
      'DELETE FROM state WHERE session = ? AND owner = ? AND key = ?',
      id,
      encodeText(owner),
      encodeText(key),
    ),
  lease_saved(sql, { lease: { owner, token, expiresAt } }, id) {
    const put = 'INSERT OR REPLACE INTO leases (session, owner, token, expires_at) VALUES (?, ?, ?, ?)'
    sql.run(put, id, owner === null ? null : encodeText(owner), token, expiresAt)
  },
  attempt_added: (sql, { fingerprint, rung }, id) =>
    void sql.run('INSERT OR IGNORE INTO attempts VALUES (?, ?, ?)', id, encodeText(fingerprint), encodeText(rung)),
  attempts_cleared: (sql, _change, id) => void sql.run('DELETE FROM attempts WHERE session = ?', id),
  reference_saved: (sql, change, id) =>
    void sql.run('INSERT OR REPLACE INTO response_references (id, session) VALUES (?, ?)', encodeText(change.id), id),
  reference_dropped: (sql, change) =>
    void sql.run('DELETE FROM response_references WHERE id = ?', encodeText(change.id)),
}

/** Writes the changes of one decision about a session; the transaction around it is the backend's. */
export function applyToSqlite(
  sql: Statements,
  appends: Appends,
  former: SessionRow | null,
  changes: readonly Change[],
): void {
  const short = shortAppend(former, changes)
  if (short) appends.add(sql, short)
  else if (!appends.isEmpty)
    for (const change of changes) if (!isBeside(change)) appends.settle(sql, encodeText(change.sessionID))
  for (const change of short?.others ?? changes) {
    const write = WRITES[change.type] as Write<ChangeType>
    write(sql, change, encodeText(change.sessionID))
  }
}
