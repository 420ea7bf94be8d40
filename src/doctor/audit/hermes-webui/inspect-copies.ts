import { countOf, type SessionCopy } from '../../../agents/hermes-webui/session-copy.ts'
import type { SessionCopies } from '../../../agents/hermes-webui/hermes-store.ts'
import { shrinkIntent, type ShrinkIntent } from '../../../agents/hermes-webui/shrink-intent.ts'
import { compareCopies } from '../compare-copies.ts'

/** Whether a copy names another session, as after a rename by hand: restoring it here would overwrite this session. */
export const isForeign = (sessionID: string, copy: SessionCopy): boolean =>
  copy.state === 'sound' && typeof copy.session['session_id'] === 'string' && copy.session['session_id'] !== sessionID

/** The recommendation for a session and its backup. */
export interface CopiesVerdict {
  readonly session_id: string
  readonly live_messages: number
  readonly bak_messages: number
  /** `merge`: the backup is restored and new messages are kept behind it. `review`: each holds what the other does not. */
  readonly recommend: 'restore' | 'merge' | 'review' | 'no_action' | 'no_backup'
  /** Set when the session was shrunk on purpose (I14). */
  readonly intent?: Exclude<ShrinkIntent, 'lost' | 'overtaken_clear'>
}

/**
 * Compares a session with its backup, by content. Read only.
 *
 * @example
 * inspectCopies(await readCopies(nodeFs, folder, sessionID)).recommend
 */
export function inspectCopies({ sessionID, live, backup }: SessionCopies): CopiesVerdict {
  const verdict = (recommend: CopiesVerdict['recommend'], intent?: CopiesVerdict['intent']): CopiesVerdict => ({
    session_id: sessionID,
    live_messages: countOf(live),
    bak_messages: countOf(backup),
    recommend,
    ...(intent && { intent }),
  })
  if (backup.state === 'absent') return verdict('no_backup')
  if (backup.state === 'malformed') return verdict('no_action')
  if (isForeign(sessionID, backup)) return verdict('review')
  if (live.state !== 'sound') return verdict('restore')
  const relation = compareCopies(live.session.messages, backup.session.messages)
  if (relation === 'equal' || relation === 'ahead') return verdict('no_action')
  const intent = shrinkIntent(live.session, backup.session)
  if (intent !== 'lost' && intent !== 'overtaken_clear') return verdict('no_action', intent)
  if (relation === 'behind') return verdict('restore')
  return verdict(intent === 'overtaken_clear' ? 'merge' : 'review')
}
