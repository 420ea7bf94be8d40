import type { Lease } from '../../storage/lease.ts'
import type { RecoveryReport } from '../recovery-report.ts'

/** The part of the hook that is used: repairs the stored conversation and resumes it. */
export interface InterruptedSessions {
  recoverStored(sessionID: string, turnID: string, options: RecoverStoredOptions): Promise<RecoveryReport>
}

/** How a session is recovered that nobody reports an error of. */
export interface RecoverStoredOptions {
  /** Everything is written under this lease. */
  readonly lease: Lease
  /** Called once the conversation is sound, before it is resumed. */
  onSound(): Promise<void>
  /** False: an older turn of the session, or a caller that decides by itself. */
  readonly resume: boolean
}
