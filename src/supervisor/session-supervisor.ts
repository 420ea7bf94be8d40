import type { GivenFailure, RecoveryPlan } from './make-plan.ts'
import type { RecoveryResult } from './recovery-result.ts'
import type { SessionSpec } from './session-spec.ts'
import type { TriggerDecision } from './should-trigger.ts'
import type { Snapshot, SnapshotPatch, SessionState } from './snapshots/snapshot.ts'
import type { SupervisorStatistics } from './statistics.ts'
import type { SupervisorEventName, SupervisorListener } from './supervisor-events.ts'

/** The present state of a session. */
export interface SupervisedSession {
  readonly sessionID: string
  readonly state: SessionState
  readonly pid?: number
}

/** What happens to the programs when their supervisor stops. */
export interface StopOptions {
  /** `end`: programs that would not outlive their supervisor are ended (default); `leave`: all are left running. */
  readonly sessions?: 'end' | 'leave'
}

/** Restarts and repairs sessions that died. Made by `createSessionSupervisor`. */
export interface SessionSupervisor extends AsyncDisposable {
  /**
   * Supervises a session from now on; durable when it resolves. While the supervisor runs, the program is adopted or started.
   * Again with the same id: the new spec applies from the next start, and a parked session gets a new budget.
   *
   * @throws SupervisorError `invalid_session_id`, `invalid_spec`, `held`, `not_written`, `no_executor`; FileWorkError when the folder
   *   cannot be read, or the session cannot be claimed in it
   */
  register(sessionID: string, spec: SessionSpec): Promise<SupervisedSession>
  /** Ends its program and forgets it, files included. False when there was none. */
  unregister(sessionID: string): Promise<boolean>
  /**
   * Updates the state of a session; durable when it resolves. False when there is no such session. If the write fails, the patch
   * still applies in memory, and goes into the next snapshot.
   *
   * @throws SupervisorError `held`, `not_written`, `invalid_patch`
   */
  update(sessionID: string, patch: SnapshotPatch): Promise<boolean>
  /** Recovers a session now, within its budget. One recovery per session: a concurrent call joins the running one (I9). */
  recover(sessionID: string, failure?: GivenFailure): Promise<RecoveryResult>
  /** What {@link recover} would try. */
  plan(sessionID: string, failure?: GivenFailure): RecoveryPlan
  /** Whether a running session needs help, by the known state of its prompt. */
  shouldTrigger(sessionID: string): TriggerDecision
  /** The newest recoveries of a session, oldest first. */
  history(sessionID: string): readonly RecoveryResult[]
  statistics(): SupervisorStatistics
  /** Copies of the state of every session, without secrets. */
  snapshots(): readonly Snapshot[]
  /** Calls the listener for each event of that name, until the returned function is called. */
  on<Name extends SupervisorEventName>(name: Name, listener: SupervisorListener<Name>): () => void
  /** Loads snapshots, adopts programs that still run, starts registered sessions. A second start changes nothing. */
  start(): Promise<void>
  /** Waits for recoveries (bounded), ends programs, writes snapshots. No timer is left. */
  stop(options?: StopOptions): Promise<void>
}
