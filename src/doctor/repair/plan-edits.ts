import type { Loss } from '../../faults/loss.ts'
import type { AgentSession } from '../../agents/agent.ts'
import { detectError } from '../../repair/detect-error.ts'
import { repair } from '../../repair/repair.ts'
import { storedOptions } from '../check/stored-options.ts'
import type { RepairResult } from '../../repair/repair-result.ts'

export interface EditOptions {
  readonly allow: Loss
  /** The provider's error. */
  readonly error?: string
}

/** Plans the repair of a stored conversation. Nothing is written. */
export function planEdits(session: AgentSession, { allow, error }: EditOptions): RepairResult {
  const options = {
    ...storedOptions(session),
    allow,
    ...(error !== undefined && { error }),
  }
  const stored = repair(session.messages, options)
  if (stored.changed || error === undefined || detectError(error)?.type !== 'tool_result_missing') return stored
  // The refused request held calls that are still open in the file: nobody will answer them any more.
  const closed = repair(session.messages, { ...options, purpose: 'request' })
  return closed.changed && closed.faults.every(({ type }) => type === 'tool_result_missing') ? closed : stored
}
