import { foreignSession } from '../../journal/journal-error.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Change } from '../change.ts'
import { isKnownChange } from '../state/apply-changes.ts'

/**
 * The changes in a record, without types that only a newer release knows.
 *
 * @throws JournalError `foreign_session` for changes of another session: a folder that was renamed, or got another session's
 *   records, must not be shown, written or mended as this one
 */
export function ownChanges(data: unknown, sessionID: string): Change[] {
  if (!isRecord(data) || !Array.isArray(data['changes'])) return []
  const changes = data['changes'].filter(
    (change): change is Change => isRecord(change) && isKnownChange(String(change['type'])),
  )
  const foreign = changes.find((change) => change.sessionID !== sessionID)
  if (foreign) throw foreignSession(foreign.sessionID, sessionID)
  return changes
}
