import type { MessageRow, StoreRows } from '../store-rows.ts'
import { encodeText } from './encode-text.ts'
import { rowChecksum } from './row-checksum.ts'
import { parseId, parseMessage, parsePlacedMessage, parsePosition } from './parse-rows.ts'
import type { Statements } from './statements.ts'

const PLACED = `
  SELECT m.key, m.session, m.meta, m.raw, m.content_digest, m.checksum, p.digest
  FROM positions p JOIN messages m ON m.key = p.message WHERE p.session = ? ORDER BY p.seq`

const POSITIONS = `
  SELECT m.key, m.content_digest, p.digest
  FROM positions p JOIN messages m ON m.key = p.message WHERE p.session = ? AND p.seq >= ? ORDER BY p.seq`

const DROP = `
  DELETE FROM messages WHERE key = ?1
    AND NOT EXISTS (SELECT 1 FROM positions WHERE message = ?1)
    AND NOT EXISTS (SELECT 1 FROM edits WHERE before = ?1 OR after = ?1)`

const BY_PREFIX = `
  SELECT s.id FROM positions p JOIN sessions s ON s.id = p.session WHERE p.digest = ?1
  ORDER BY s.head = ?1 DESC, s.updated_at DESC, s.rowid DESC LIMIT 1`

const BY_FORMER_HEAD = `
  SELECT s.id FROM changes c JOIN sessions s ON s.id = c.session WHERE c.former_head = ?1
  ORDER BY s.updated_at DESC, s.rowid DESC LIMIT 1`

type MessageRows = Pick<
  StoreRows,
  | 'messages'
  | 'message'
  | 'positions'
  | 'addMessages'
  | 'setPositions'
  | 'dropMessages'
  | 'sessionWithPrefix'
  | 'sessionWithFormerHead'
>

export function messageRows(sql: Statements): MessageRows {
  const sessionOf = (row: unknown): string | undefined => (row === undefined ? undefined : parseId(row))

  return {
    messages: (sessionID) => sql.all(PLACED, encodeText(sessionID)).map(parsePlacedMessage),
    message: (sessionID, key) =>
      parseMessage(sql.get('SELECT * FROM messages WHERE key = ? AND session = ?', key, encodeText(sessionID))),
    positions: (sessionID, from) => sql.all(POSITIONS, encodeText(sessionID), from).map(parsePosition),
    addMessages: (sessionID, messages) =>
      messages.map(({ meta, raw, contentDigest }: MessageRow) => {
        const fields = [encodeText(sessionID), meta, raw, contentDigest] as const
        return sql.run(
          'INSERT INTO messages (session, meta, raw, content_digest, checksum) VALUES (?, ?, ?, ?, ?)',
          ...fields,
          rowChecksum(...fields),
        ).key
      }),
    setPositions(sessionID, from, positions) {
      const id = encodeText(sessionID)
      sql.run('DELETE FROM positions WHERE session = ? AND seq >= ?', id, from)
      positions.forEach(({ key, digest }, index) =>
        sql.run('INSERT INTO positions VALUES (?, ?, ?, ?)', id, from + index, key, digest),
      )
    },
    dropMessages(_sessionID, keys) {
      for (const key of keys) sql.run(DROP, key)
    },
    sessionWithPrefix: (digest) => sessionOf(sql.get(BY_PREFIX, digest)),
    sessionWithFormerHead: (digest) => sessionOf(sql.get(BY_FORMER_HEAD, digest)),
  }
}
