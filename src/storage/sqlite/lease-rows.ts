import type { StoreRows } from '../store-rows.ts'
import { encodeText } from './encode-text.ts'
import { parseLease, parseNumber } from './parse-rows.ts'
import type { Statements } from './statements.ts'

type LeaseRows = Pick<StoreRows, 'lease' | 'putLease' | 'deleteLease' | 'nextToken' | 'addAttempt' | 'clearAttempts'>

/** Leases and attempts: what keeps recoveries from running twice (I9). */
export function leaseRows(sql: Statements): LeaseRows {
  return {
    lease(sessionID) {
      const row = sql.get('SELECT * FROM leases WHERE session = ?', encodeText(sessionID))
      return row === undefined ? undefined : parseLease(row)
    },
    putLease(sessionID, { owner, token, expiresAt }) {
      const put = 'INSERT OR REPLACE INTO leases VALUES (?, ?, ?, ?)'
      sql.run(put, encodeText(sessionID), encodeText(owner), token, expiresAt)
    },
    deleteLease: (sessionID) => void sql.run('DELETE FROM leases WHERE session = ?', encodeText(sessionID)),
    nextToken() {
      const row = sql.get(`UPDATE counters SET value = value + 1 WHERE name = 'token' RETURNING value`)
      return parseNumber(row, 'counters')
    },
    addAttempt(sessionID, fingerprint, rung) {
      const fields = [encodeText(sessionID), encodeText(fingerprint), encodeText(rung)]
      return sql.run('INSERT OR IGNORE INTO attempts VALUES (?, ?, ?)', ...fields).changes === 1
    },
    clearAttempts: (sessionID) => void sql.run('DELETE FROM attempts WHERE session = ?', encodeText(sessionID)),
  }
}
