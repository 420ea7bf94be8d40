import type { RecordDraft } from '../../journal/session-log.ts'
import type { Change } from '../change.ts'

/** The record of one decision, in a session that has reached `epoch`. */
export function draftOf(changes: readonly Change[], epoch: number): RecordDraft {
  // Named after what the decision was about; the session's own row goes along with nearly every one.
  const { type } = changes.find((change) => change.type !== 'session_saved') ?? changes[0]!
  const epochs = changes.map((change) => ('session' in change ? change.session.epoch : epoch))
  return { type, epoch: Math.max(epoch, ...epochs), dataText: JSON.stringify({ changes }) }
}
