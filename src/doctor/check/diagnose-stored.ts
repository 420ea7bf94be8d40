import type { AgentSession } from '../../agents/agent.ts'
import { findAgent } from '../../agents/index.ts'
import { storedOptions } from '../../agents/stored-options.ts'
import type { Fault } from '../../lint/fault.ts'
import type { Purpose } from '../../lint/lint-context.ts'
import { diagnose } from '../../repair/diagnose.ts'

/**
 * Faults of a stored conversation. It is judged as if the next message of the user stood behind it: whatever a crash has left
 * open at its end, the torn last line above all, is found now and not by the provider at the next prompt. Only while the
 * program is at work its last call and answer are still coming, and nobody can be asked but the machine: by open files, and by a write within `recentMs`.
 */
export async function diagnoseStored(
  session: AgentSession,
  recentMs?: number,
): Promise<{ faults: readonly Fault[]; purpose: Purpose }> {
  const { faults } = diagnose(session.messages, storedOptions(session, 'resumed'))
  if (faults.length === 0) return { faults, purpose: 'resumed' }
  const settled = diagnose(session.messages, storedOptions(session, 'stored')).faults
  if (settled.length === faults.length) return { faults, purpose: 'resumed' }
  const { live } = await findAgent(session.ref.agent).live(session.ref, recentMs)
  return live ? { faults: settled, purpose: 'stored' } : { faults, purpose: 'resumed' }
}
