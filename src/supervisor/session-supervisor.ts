import type { GivenFailure, RecoveryPlan } from './make-plan.ts'
import type { RecoveryResult } from './recovery-result.ts'
import type { SessionSpec } from './session-spec.ts'
import type { TriggerDecision } from './should-trigger.ts'
import type { Snapshot, SnapshotPatch, SessionState } from './snapshots/snapshot.ts'
import type { SupervisorStatistics } from './statistics.ts'
import type { SupervisorEventName, SupervisorListener } from './supervisor-events.ts'

/** How a session stands. */
export interface SupervisedSession {
  readonly sessionID: string
  readonly state: SessionState
  readonly pid?: number
}

/** What becomes of the programs when their supervisor stops. */
export interface StopOptions {
  /** `end`: programs that would not outlive their supervisor are ended (default); `leave`: all are left running. */
  readonly sessions?: 'end' | 'leave'
}

/** Brings sessions back that died. Made by `createSessionSupervisor`. */
export interface SessionSupervisor extends AsyncDisposable {
  /**
   * Looks after a session from now on; durable when it resolves. While the supervisor runs, its program is adopted or started.
   * Again with the same id: the new spec holds from the next start, and a parked session gets a new budget.
   *
   * @throws SupervisorError `invalid_session_id`, `invalid_spec`, `held`, `not_written`, `no_executor`; FileWorkError where the folder
   *   cannot be read, or the session not be claimed in it
   */
  register(sessionID: string, spec: SessionSpec): Promise<SupervisedSession>
  /** Ends its program and forgets it, files included. False when there was none. */
  unregister(sessionID: string): Promise<boolean>
  /**
   * Takes fresh state of a session from its host; durable when it resolves. False when there is no such session. What the disk did not
   * take is known all the same, and goes into the next snapshot.
   *
   * @throws SupervisorError `held`, `not_written`, and for a patch that does not fit
   */
  update(sessionID: string, patch: SnapshotPatch): Promise<boolean>
  /** Recovers a session now, within its budget. One recovery a session: a second call joins the one that runs (I9). */
  recover(sessionID: string, failure?: GivenFailure): Promise<RecoveryResult>
  /** What {@link recover} would try. */
  plan(sessionID: string, failure?: GivenFailure): RecoveryPlan
  /** Whether a session that still runs needs help, by what is known of its prompt. */
  shouldTrigger(sessionID: string): TriggerDecision
  /** The newest recoveries of a session, oldest first. */
  history(sessionID: string): readonly RecoveryResult[]
  statistics(): SupervisorStatistics
  /** Copies of the state of every session, without secrets. */
  snapshots(): readonly Snapshot[]
  /** Calls the listener for each event of that name, until the returned function is called. */
  on<Name extends SupervisorEventName>(name: Name, listener: SupervisorListener<Name>): () => void
  /** Loads snapshots, adopts what still runs, starts what is registered. A second start changes nothing. */
  start(): Promise<void>
  /** Waits for recoveries (bounded), ends programs, writes snapshots. Nothing is left that could fire. */
  stop(options?: StopOptions): Promise<void>
}
