import type { AgentEnvironment } from '../agents/agent.ts'
import type { BackupOptions } from '../files/backup-folder.ts'
import { version } from './version.ts'

/** The parts of the machine that the use cases may use; they touch nothing else. */
export interface DoctorEnvironment extends AgentEnvironment {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A file that was written within this time counts as in use, in ms. Default 10,000; 0 where the writer is known to be gone. */
  readonly recentMs?: number
}

/** Where backups of this environment go, and the tool that they name. */
export function backupsOf({ env, home, now }: DoctorEnvironment): BackupOptions & { readonly tool: string } {
  return { env: { ...env, HOME: home }, now, tool: `session-recovery ${version}` }
}
