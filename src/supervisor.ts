export { createSessionSupervisor } from './supervisor/create-session-supervisor.ts'
export { backoffCeiling, backoffDelay, type Backoff } from './supervisor/backoff.ts'
export type { SupervisorClock } from './supervisor/clock.ts'
export type { SessionHolder } from './supervisor/claims/session-holder.ts'
export { classifyFailure } from './supervisor/classify-failure.ts'
export type { ExecutionContext, SessionExecutor, SessionRepair } from './supervisor/executor.ts'
export { agentSession, type AgentSessionOptions } from './supervisor/executors/agent-session.ts'
export { localProcess, type LocalProcessOptions } from './supervisor/executors/local-process.ts'
export { sshSession, type SshOptions } from './supervisor/executors/ssh-session.ts'
export type { TmuxOptions } from './supervisor/executors/tmux-executor.ts'
export { tmuxSession } from './supervisor/executors/tmux-session.ts'
export { failureClasses, type ExitReport, type Failure, type FailureClass } from './supervisor/failure.ts'
export type { GivenFailure, InteractiveContext, RecoveryPlan } from './supervisor/make-plan.ts'
export type { Probe, ProbeCheck, ProbeContext } from './supervisor/probe.ts'
export { recoveryOutcomes, type RecoveryOutcome } from './supervisor/recovery-outcome.ts'
export type { RecoveryResult, TriedStrategy } from './supervisor/recovery-result.ts'
export type { Budget } from './supervisor/restart-budget.ts'
export type { SessionAddress, SessionHandle } from './supervisor/session-handle.ts'
export type { RestartPolicy } from './supervisor/restart-policy.ts'
export type { SessionKind } from './supervisor/session-kind.ts'
export type { SessionSpec, SshTarget } from './supervisor/session-spec.ts'
export type { SessionSupervisor, StopOptions, SupervisedSession } from './supervisor/session-supervisor.ts'
export type { TriggerDecision } from './supervisor/should-trigger.ts'
export type { InteractivePatch, InteractiveState, PendingCommand } from './supervisor/snapshots/interactive-state.ts'
export type {
  ErrorContext,
  SessionState,
  Snapshot,
  SnapshotPatch,
  StoredSpec,
} from './supervisor/snapshots/snapshot.ts'
export type { RecoveryNumbers, SessionNumbers, StrategyCounts, SupervisorStatistics } from './supervisor/statistics.ts'
export { strategyNames, type StrategyName } from './supervisor/strategy-name.ts'
export { SupervisorError, type SupervisorErrorCode } from './supervisor/supervisor-error.ts'
export {
  supervisorEventNames,
  type SupervisorEventName,
  type SupervisorEvents,
  type SupervisorListener,
} from './supervisor/supervisor-events.ts'
export type { SessionSupervisorOptions, SnapshotOptions, SupervisorConfig } from './supervisor/supervisor-options.ts'
