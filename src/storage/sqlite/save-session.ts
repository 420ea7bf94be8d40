import { encodeText } from '../encode-text.ts'
import type { SessionRow } from '../rows.ts'
import type { Statements } from './statements.ts'
import { writeRow } from './write-row.ts'

/** Creates or overwrites a session's own row. */
export function saveSession(sql: Statements, session: SessionRow): void {
  // One literal: building the row by spreading objects would cost as much as a digest.
  const { sessionID, epoch, revision, floor, count, head, nextKey, createdAt, updatedAt, removedAt, standing } = session
  const row = {
    id: encodeText(sessionID),
    epoch,
    revision,
    floor,
    count,
    head,
    next_key: nextKey,
    created_at: createdAt,
    updated_at: updatedAt,
    removed_at: removedAt,
    standing,
  }
  writeRow(sql, 'sessions', row, 'id')
}
