import type { FullClock } from './clock.ts'
import type { Failure } from './failure.ts'
import type { Scheduler } from './scheduler.ts'
import type { SessionAddress, SessionHandle } from './session-handle.ts'
import type { SessionKind } from './session-kind.ts'
import type { SessionSpec } from './session-spec.ts'

/** The context of every call to an executor. */
export interface ExecutionContext {
  readonly sessionID: string
  /** A name of the session that is unique on this machine: the supervisor's place and the session id. */
  readonly name: string
  readonly spec: SessionSpec
  readonly clock: FullClock
  readonly scheduler: Scheduler
  /** Aborted when the supervisor stops or the recovery has used its time. */
  readonly signal: AbortSignal
  /** Whether the session was started before: an agent then resumes it instead of beginning a new one. */
  readonly again: boolean
  /** When the session began, ms since 1970. Agent sessions last written before that are not this one. */
  readonly since: number
}

/** The result of repairing the stored conversation of a program. */
export interface SessionRepair {
  /** `healthy`: nothing was wrong; `partly`: improved, but some findings remain. */
  readonly status: 'healthy' | 'repaired' | 'partly' | 'failed' | 'not_found'
  /** Whether the program's output or stored session shows that the provider refused the conversation. */
  readonly refused?: boolean
  /** Id of the backup, for `undo`. */
  readonly backup?: string
  readonly turns?: number
  readonly bytes?: number
  /** One line for a person, without content of the session (I12). */
  readonly says: string
}

/**
 * Runs sessions of one kind. Strategies that need an optional method which is missing are `not_applicable`, never a
 * success.
 */
export interface SessionExecutor {
  readonly kind: SessionKind
  /** Starts the program. Rejects when it cannot be started; resolves before anybody knows whether it works. */
  start(context: ExecutionContext): Promise<SessionHandle>
  /** Finds the program that a former supervisor has left running; `undefined` when it is gone. */
  adopt?(context: ExecutionContext, address: SessionAddress): Promise<SessionHandle | undefined>
  /** Attaches again to a session that outlives its connection; `undefined` when there is nothing to attach to. */
  reconnect?(context: ExecutionContext, address: SessionAddress): Promise<SessionHandle | undefined>
  /** Whether two programs of a session may run at the same time. */
  readonly replicates?: boolean
  /** Checks and repairs the stored conversation; the program is not running. */
  repair?(context: ExecutionContext, failure: Failure): Promise<SessionRepair>
  /** Releases the executor's resources (ssh agents, sockets). */
  close?(): Promise<void>
}
