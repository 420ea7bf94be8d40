import type { Loss } from '../../faults/loss.ts'
import type { AgentSession } from '../../agents/agent.ts'
import { storedOptions } from '../../agents/stored-options.ts'
import type { Purpose } from '../../lint/lint-context.ts'
import { repair } from '../../repair/repair.ts'
import type { RepairResult } from '../../repair/repair-result.ts'

export interface EditOptions {
  readonly allow: Loss
  /** The provider's error. */
  readonly error?: string
  /** An error without a place means everything of its kind; default: only what is certain. */
  readonly everywhere?: boolean
  /** The purpose under which the end of the conversation is judged; default `resumed`. */
  readonly purpose?: Purpose
}

/** A planned repair, and the number of further messages that the error may mean, none of them certain. */
export interface PlannedEdits extends RepairResult {
  readonly unplaced: number
}

/**
 * Plans the repair of a stored conversation. Nothing is written. What an error means is what it names, what the linter proves, or
 * what is the only one of its kind: in a request a guess costs one answer, on disk what it takes is gone for all that follow.
 */
export function planEdits(session: AgentSession, options: EditOptions): PlannedEdits {
  const { allow, error, everywhere = false, purpose = 'resumed' } = options
  const settings = {
    // An error was shown, so the turn has ended: nothing is under way any more.
    ...storedOptions(session, error === undefined ? purpose : 'resumed'),
    allow,
    ...(session.evidence && { evidence: session.evidence }),
  }
  if (error === undefined) return { ...repair(session.messages, settings), unplaced: 0 }
  const all = repair(session.messages, { ...settings, error })
  const told = repair(session.messages, { ...settings, error, upTo: 'turn' })
  const unplaced = all.edits.length - told.edits.length
  return everywhere || unplaced <= 1 ? { ...all, unplaced: 0 } : { ...told, unplaced }
}
