import type { FormatName } from '../formats/format-name.ts'
import type { RequestBody } from '../formats/format.ts'
import type { SessionStore } from '../storage/session-store.ts'
import type { RepairResult } from '../repair/repair-result.ts'
import type { MessageData } from './message-info.ts'
import type { RecoveryReport } from '../recovery/recovery-report.ts'
import type { ResumeConfig } from './resume-config.ts'

/** A conversation that the host loads for a recovery. */
export interface LoadedSession {
  readonly format: FormatName
  /** The provider's own list, as the next request would send it. */
  readonly messages: readonly unknown[]
  /** The rest of the request body, where the host knows it. */
  readonly request?: RequestBody
  /** The messages with their agents and models, which decide how the turn is resumed. */
  readonly data?: readonly MessageData[]
  /** Handed back to `commit`, so that the host can refuse when the conversation has changed meanwhile. */
  readonly revision?: number
}

/** The agent runtime that owns the sessions. Every method may throw: the hook reports it and leaves nothing half-done. */
export interface RecoveryHost {
  /** The store that keeps conversations, tool calls and leases. Without one the host must have `load` and `commit`. */
  readonly store?: SessionStore
  /** Loads the conversation that failed; null when it is not known. Default: from `store`. */
  load?(sessionID: string): Promise<LoadedSession | null>
  /** Writes a repair to the host's own storage; may return an id for undo. Default: `store.transact`. */
  commit?(sessionID: string, repair: RepairResult, session: LoadedSession): Promise<string | void>
  /** Stops the running turn before the conversation is touched. */
  abort?(sessionID: string): Promise<void>
  /** Runs the turn again on the repaired conversation. Without it the caller resumes by itself. */
  resume?(sessionID: string, config: ResumeConfig): Promise<void>
  /** Tells the user what happened. */
  notify?(report: RecoveryReport): Promise<void> | void
}
