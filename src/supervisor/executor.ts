import type { FullClock } from './clock.ts'
import type { Failure } from './failure.ts'
import type { Scheduler } from './scheduler.ts'
import type { SessionAddress, SessionHandle } from './session-handle.ts'
import type { SessionKind } from './session-kind.ts'
import type { SessionSpec } from './session-spec.ts'

/** What an executor gets with every request. */
export interface ExecutionContext {
  readonly sessionID: string
  /** The session's name on this machine: its id, and where its supervisor keeps it. */
  readonly name: string
  readonly spec: SessionSpec
  readonly clock: FullClock
  readonly scheduler: Scheduler
  /** Aborted when the supervisor stops or the recovery has used its time. */
  readonly signal: AbortSignal
  /** True when this session has run before: an agent then resumes instead of beginning anew. */
  readonly again: boolean
  /** When the session began; ms since 1970. What was stored before belongs to another one. */
  readonly since: number
}

/** What a repair of the session behind a program has brought. */
export interface SessionRepair {
  /** `healthy`: nothing was wrong; `partly`: better, but findings are left. */
  readonly status: 'healthy' | 'repaired' | 'partly' | 'failed' | 'not_found'
  /** The provider has refused the conversation, by what the program has printed or stored. */
  readonly refused?: boolean
  /** For `undo`. */
  readonly backup?: string
  readonly turns?: number
  readonly bytes?: number
  /** One line for a person, without content of the session (I12). */
  readonly says: string
}

/**
 * Runs sessions of one kind. What an executor cannot do it leaves out, and the strategies that need it are
 * `not_applicable`, never a success.
 */
export interface SessionExecutor {
  readonly kind: SessionKind
  /** Starts the program. Rejects when it cannot be started; resolves before anybody knows whether it works. */
  start(context: ExecutionContext): Promise<SessionHandle>
  /** Finds what a former supervisor has left running; `undefined` when that is gone. */
  adopt?(context: ExecutionContext, address: SessionAddress): Promise<SessionHandle | undefined>
  /** Attaches again to a session that outlives its connection; `undefined` when there is nothing to attach to. */
  reconnect?(context: ExecutionContext, address: SessionAddress): Promise<SessionHandle | undefined>
  /** Two of them may run at once. */
  readonly replicates?: boolean
  /** Checks and repairs the stored conversation of the program, which does not run now. */
  repair?(context: ExecutionContext, failure: Failure): Promise<SessionRepair>
  /** Gives back what the executor holds (agents, sockets). */
  close?(): Promise<void>
}
