import type { AgentSession, SessionRef, StoredRefusal } from '../../agents/agent.ts'
import { listBackups } from '../../files/list-backups.ts'
import { backupsOf, type DoctorEnvironment } from '../doctor-environment.ts'

/** Why a backup of a repair was made; by it the repairs of a session are found again. */
export function repairReason({ agent, id }: SessionRef): string {
  return `repair of ${agent} session ${id}`
}

/**
 * The refusal that a session is in now and that no repair has answered yet. The program keeps its words also behind the repair:
 * read again, they would be taken for what now stands at the place that they name. A repair that was undone has answered nothing.
 */
export async function standingRefusal(
  { ref, lastRefusal: refusal }: AgentSession,
  environment: DoctorEnvironment,
): Promise<StoredRefusal | undefined> {
  if (!refusal) return undefined
  const { atMs = 0 } = refusal
  // Backups that cannot be listed do not settle the refusal.
  const { backups } = await listBackups(backupsOf(environment)).catch(() => ({ backups: [] }))
  const isAnswered = backups.some(
    ({ reason, undoneAt, createdAt }) =>
      reason === repairReason(ref) && undoneAt === undefined && Date.parse(createdAt) >= atMs,
  )
  return isAnswered ? undefined : refusal
}
