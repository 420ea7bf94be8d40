import type { AgentEnvironment } from '../agents/agent.ts'
import type { BackupOptions } from '../files/backup-folder.ts'
import { version } from './version.ts'

/** What the use cases need of the machine: nothing else of it is touched. */
export interface DoctorEnvironment extends AgentEnvironment {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A file that was written within this time counts as in use, in ms. Default 10,000; 0 where the writer is known to be gone. */
  readonly recentMs?: number
}

/** Where backups of this environment go, and who made them. */
export function backupsOf({ env, home, now }: DoctorEnvironment): BackupOptions & { readonly tool: string } {
  return { env: { ...env, HOME: home }, now, tool: `session-recovery ${version}` }
}
