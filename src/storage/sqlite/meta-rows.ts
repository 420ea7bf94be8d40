import type { StoreRows } from '../store-rows.ts'
import { encodeText } from './encode-text.ts'
import { rowChecksum } from './row-checksum.ts'
import { parseMeta } from './parse-rows.ts'
import type { Statements } from './statements.ts'

export function metaRows(sql: Statements): Pick<StoreRows, 'meta' | 'putMeta'> {
  return {
    meta(sessionID, key) {
      const row = sql.get('SELECT * FROM meta WHERE session = ? AND key = ?', encodeText(sessionID), encodeText(key))
      return row === undefined ? undefined : parseMeta(row)
    },
    putMeta(sessionID, key, value) {
      const id = encodeText(sessionID)
      const name = encodeText(key)
      if (value === null) sql.run('DELETE FROM meta WHERE session = ? AND key = ?', id, name)
      else sql.run('INSERT OR REPLACE INTO meta VALUES (?, ?, ?, ?)', id, name, value, rowChecksum(id, name, value))
    },
  }
}
