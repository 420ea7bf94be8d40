import { foreignSession } from '../../journal/journal-error.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Change } from '../change.ts'
import { isKnownChange } from '../state/apply-changes.ts'

/**
 * The changes that a record holds, those of a newer release left out.
 *
 * @throws JournalError `foreign_session`: a folder under another name, or with another's records, would be shown, written to and
 *   mended as what it is not
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
