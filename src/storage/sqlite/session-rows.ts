import type { StoreRows } from '../store-rows.ts'
import { encodeText } from './encode-text.ts'
import { rowChecksum } from './row-checksum.ts'
import { parseCount, parseNumber, parseSession } from './parse-rows.ts'
import type { Statements } from './statements.ts'

const PART_COUNTS = 'SELECT session AS id, count(*) AS value FROM parts GROUP BY session'

export function sessionRows(
  sql: Statements,
): Pick<StoreRows, 'session' | 'sessions' | 'saveSession' | 'removeSession' | 'revisionFloor'> {
  return {
    session(sessionID) {
      const row = sql.get('SELECT * FROM sessions WHERE id = ?', encodeText(sessionID))
      return row === undefined ? undefined : parseSession(row)
    },
    sessions() {
      const partCounts = new Map(sql.all(PART_COUNTS).map(parseCount))
      return sql
        .all('SELECT * FROM sessions ORDER BY updated_at DESC, rowid DESC')
        .map(parseSession)
        .map((session) => ({ session, partCount: partCounts.get(session.sessionID) ?? 0 }))
    },
    saveSession({ sessionID, revision, count, head, createdAt, updatedAt }) {
      const fields = [encodeText(sessionID), revision, count, head, createdAt, updatedAt] as const
      sql.run(
        `INSERT INTO sessions VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, count = excluded.count, head = excluded.head,
           updated_at = excluded.updated_at, checksum = excluded.checksum`,
        ...fields,
        rowChecksum(...fields),
      )
    },
    removeSession(sessionID) {
      const id = encodeText(sessionID)
      sql.run(
        `UPDATE counters SET value = max(value, (SELECT revision FROM sessions WHERE id = ?)) WHERE name = 'revision_floor'`,
        id,
      )
      sql.run('DELETE FROM sessions WHERE id = ?', id)
    },
    revisionFloor: () => parseNumber(sql.get(`SELECT value FROM counters WHERE name = 'revision_floor'`), 'counters'),
  }
}
