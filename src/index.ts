export { detectErrorType } from './repair/detect-error-type.ts'
export { detectError } from './repair/detect-error.ts'
export type { DetectedError } from './detection/detected-error.ts'
export { type DetectedFormat, detectFormat } from './formats/detect-format.ts'
export { type FormatName, formatNames } from './formats/format-name.ts'
export type { RequestBody } from './formats/format.ts'
export type { Rules } from './formats/rules.ts'
export {
  createSessionRecoveryHook,
  type SessionCallback,
  type SessionRecoveryHook,
} from './hook/create-session-recovery-hook.ts'
export { OptionsError } from './errors/options-error.ts'
export { SessionRecoveryError } from './errors/session-recovery-error.ts'
export type { ExperimentalFlags, SessionRecoveryOptions } from './hook/hook-options.ts'
export type { MessageData, MessageInfo } from './hook/message-info.ts'
export type { LoadedSession, RecoveryHost } from './hook/recovery-host.ts'
export type { RecoveryOutcome, RecoveryReport } from './recovery/recovery-report.ts'
export type { ResumeConfig } from './hook/resume-config.ts'
export { evidenceFromParts } from './storage/evidence-from-parts.ts'
export type { AttemptStore } from './storage/attempt-store.ts'
export type { Lease, LeaseOptions, LeaseStore, LeaseTaken } from './storage/lease.ts'
export { createMemoryStore } from './storage/memory/create-memory-store.ts'
export type {
  MessageStore,
  NewMessage,
  PrefixMatch,
  SessionSummary,
  StoredMessage,
  StoredMessageMeta,
  StoredSession,
} from './storage/message-store.ts'
export type { PartRecord, PartStatus, PartStore, StoredPart } from './storage/part-store.ts'
export { prefixDigests } from './storage/prefix-digests.ts'
export type { SessionStore, Transaction, TransactOptions, UndoneTransaction } from './storage/session-store.ts'
export type { StandingRequest } from './storage/standing-request.ts'
export type { FoundState, SetStateOptions, StateEntry, StateStore } from './storage/state-store.ts'
export type { BeginTurnOptions, Provenance, Turn, TurnState, TurnStore } from './storage/turn-store.ts'
export { createSqliteStore, type SqliteStore } from './storage/sqlite/create-sqlite-store.ts'
export { StoreError, type StoreErrorCode } from './storage/store-error.ts'
export type { InterruptedSessions, RecoverStoredOptions } from './recovery/interrupted/interrupted-sessions.ts'
export type { InterruptedCall, InterruptedTurn } from './recovery/interrupted/interrupted-turn.ts'
export type { RecoverInterruptedOptions } from './recovery/interrupted/recover-interrupted-options.ts'
export { recoverInterrupted } from './recovery/interrupted/recover-interrupted.ts'
export { type TrackedCall, trackToolCall } from './storage/track-tool-call.ts'
export { type FaultFamily, faultFamilies, type RecoveryErrorType } from './faults/fault-catalogue.ts'
export { isSynthetic } from './faults/synthetic-text.ts'
export { applyEdits } from './transcript/apply-edits.ts'
export type { BlockKind } from './transcript/block-kind.ts'
export { invertEdits } from './transcript/invert-edits.ts'
export type { Role } from './transcript/role.ts'
export type { Position } from './transcript/transcript.ts'
export { diagnose } from './repair/diagnose.ts'
export type { Loss } from './faults/loss.ts'
export type { Edit } from './transcript/edit.ts'
export type { CallEvidence, Evidence } from './transcript/evidence.ts'
export type { Rung } from './lint/define-strategy.ts'
export type { Fault, FaultDetail } from './lint/fault.ts'
export type { Purpose } from './lint/lint-context.ts'
export type { DiagnoseOptions, RepairOptions } from './repair/repair-options.ts'
export type { Diagnosis, RepairResult } from './repair/repair-result.ts'
export { repair } from './repair/repair.ts'
export { TranscriptError, type TranscriptErrorCode } from './transcript/transcript-error.ts'
