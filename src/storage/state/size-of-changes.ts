import type { Change } from '../change.ts'
import { pairKey, type SessionState } from './session-state.ts'

/** Characters that a row counts for besides its text. */
export const ROW_OVERHEAD = 200

/** Characters by which changes will make a session grow, computed before they are applied. */
export function sizeOfChanges(session: SessionState | undefined, changes: readonly Change[]): number {
  return changes.reduce((sum, change) => sum + sizeOf(session, change), 0)
}

function sizeOf(session: SessionState | undefined, change: Change): number {
  switch (change.type) {
    case 'session_saved':
      return textSize(change.session.standing) - textSize(session?.row.standing)
    case 'messages_added':
      return change.messages.reduce((sum, { meta, raw }) => sum + textSize(meta, raw), 0)
    case 'messages_dropped':
      return -change.keys
        .map((key) => session?.messages.get(key))
        .reduce((sum, message) => sum + textSize(message?.meta, message?.raw), 0)
    case 'part_saved': {
      const { part } = change
      const former = session?.parts.get(pairKey(part.occurrence, part.callId))
      return textSize(part.input, part.output) - textSize(former?.input, former?.output)
    }
    case 'turn_saved': {
      const { turn } = change
      const former = session?.turns.get(turn.turnID)
      return textSize(turn.input, turn.tools, turn.data) - textSize(former?.input, former?.tools, former?.data)
    }
    case 'state_saved': {
      const { owner, key, value } = change.entry
      return textSize(value) - textSize(session?.states.get(pairKey(owner, key))?.value)
    }
    case 'state_cleared':
      return -textSize(session?.states.get(pairKey(change.owner, change.key))?.value)
    default:
      return 0
  }
}

function textSize(...texts: readonly (string | null | undefined)[]): number {
  return texts.reduce<number>((sum, text) => (text == null ? sum : sum + text.length + ROW_OVERHEAD), 0)
}
