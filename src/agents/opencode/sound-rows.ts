import type { LastEvent } from './restore-row.ts'
import { RowRepairs } from './row-repairs.ts'
import type { SoundMessage, SoundSession } from './sound-session.ts'
import type { StoredSession } from './stored-rows.ts'

/** Reads all rows, finds those that opencode cannot read, and plans their repairs. */
export function soundRows(session: StoredSession, lastEvent: LastEvent): SoundSession {
  const rows = new RowRepairs(session, lastEvent)
  for (const row of session.parts) rows.takePart(row)
  const messages = rows.messages.flatMap((row): SoundMessage[] => {
    const message = rows.takeMessage(row)
    return message ? [{ ...message, parts: rows.partsOf(row) }] : []
  })
  return { messages, findings: rows.findings, repairs: rows.repairs }
}
