import type { StoreRows } from '../store-rows.ts'
import { encodeText } from './encode-text.ts'
import { rowChecksum } from './row-checksum.ts'
import { parsePart } from './parse-rows.ts'
import type { Statements } from './statements.ts'

const NEWEST = 'SELECT * FROM parts WHERE session = ? AND call_id = ? ORDER BY occurrence DESC LIMIT 1'

const NAMED = 'SELECT * FROM parts WHERE session = ? AND call_id = ? AND occurrence = ?'

const PUT = `
  INSERT INTO parts (session, call_id, occurrence, name, input, status, output, is_error, synthetic, started_at,
    ended_at, checksum)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (session, call_id, occurrence) DO UPDATE SET name = excluded.name, input = excluded.input,
    status = excluded.status, output = excluded.output, is_error = excluded.is_error, synthetic = excluded.synthetic,
    started_at = excluded.started_at, ended_at = excluded.ended_at, checksum = excluded.checksum`

export function partRows(sql: Statements): Pick<StoreRows, 'part' | 'parts' | 'putPart'> {
  return {
    part(sessionID, callId, occurrence) {
      const id = encodeText(sessionID)
      const call = encodeText(callId)
      const row = occurrence === undefined ? sql.get(NEWEST, id, call) : sql.get(NAMED, id, call, occurrence)
      return row === undefined ? undefined : parsePart(row)
    },
    parts: (sessionID) =>
      sql.all('SELECT * FROM parts WHERE session = ? ORDER BY key', encodeText(sessionID)).map(parsePart),
    putPart(sessionID, part) {
      const fields = [
        encodeText(sessionID),
        encodeText(part.callId),
        part.occurrence,
        encodeText(part.name),
        part.input,
        part.status,
        part.output,
        part.isError === null ? null : Number(part.isError),
        Number(part.synthetic),
        part.startedAt,
        part.endedAt,
      ] as const
      sql.run(PUT, ...fields, rowChecksum(...fields))
    },
  }
}
