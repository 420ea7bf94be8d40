import type { Loss } from '../../faults/loss.ts'
import type { AgentSession } from '../../agents/agent.ts'
import type { Purpose } from '../../lint/lint-context.ts'
import { repair } from '../../repair/repair.ts'
import { storedOptions } from '../check/diagnose-stored.ts'
import type { RepairResult } from '../../repair/repair-result.ts'

export interface EditOptions {
  readonly allow: Loss
  /** The provider's error. */
  readonly error?: string
  /** How the end of the conversation is judged; default `resumed`. */
  readonly purpose?: Purpose
}

/** Plans the repair of a stored conversation. Nothing is written. */
export function planEdits(session: AgentSession, { allow, error, purpose = 'resumed' }: EditOptions): RepairResult {
  return repair(session.messages, {
    // Who shows an error has had an answer: nothing is under way any more.
    ...storedOptions(session, error === undefined ? purpose : 'resumed'),
    allow,
    ...(session.evidence && { evidence: session.evidence }),
    ...(error !== undefined && { error }),
  })
}
