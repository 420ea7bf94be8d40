import type { RecordDraft } from '../../journal/session-log.ts'
import type { Change } from '../change.ts'

/** The record for the changes of one decision; `epoch` is the session's epoch before them. */
export function draftOf(changes: readonly Change[], epoch: number): RecordDraft {
  // The record's type is that of the first telling change: nearly every decision also saves the session's row.
  const { type } = changes.find((change) => change.type !== 'session_saved') ?? changes[0]!
  const epochs = changes.map((change) => ('session' in change ? change.session.epoch : epoch))
  return { type, epoch: Math.max(epoch, ...epochs), dataText: JSON.stringify({ changes }) }
}
