export { detectErrorType } from './detection/detect-error-type.ts'
export { detectError } from './detection/detect-error.ts'
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
export { type ExperimentalFlags, OptionsError, type SessionRecoveryOptions } from './hook/hook-options.ts'
export type { MessageData, MessageInfo } from './hook/message-info.ts'
export type { LoadedSession, RecoveryHost } from './hook/recovery-host.ts'
export type { RecoveryOutcome, RecoveryReport } from './hook/recovery-report.ts'
export type { ResumeConfig } from './hook/resume-config.ts'
export { evidenceFromParts } from './storage/evidence-from-parts.ts'
export type { Lease, LeaseOptions } from './storage/lease.ts'
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
export type {
  SessionMeta,
  SessionStore,
  Transaction,
  TransactOptions,
  UndoneTransaction,
} from './storage/session-store.ts'
export { createSqliteStore, type SqliteStore } from './storage/sqlite/create-sqlite-store.ts'
export { StoreError, type StoreErrorCode } from './storage/store-error.ts'
export { type TrackedCall, trackToolCall } from './storage/track-tool-call.ts'
export { type FaultFamily, faultFamilies, type RecoveryErrorType } from './strategies/fault-catalogue.ts'
export { applyEdits } from './transcript/apply-edits.ts'
export { diagnose } from './transcript/diagnose.ts'
export type { Edit, Loss } from './transcript/edit.ts'
export type { CallEvidence, Evidence } from './transcript/evidence.ts'
export type { Fault, FaultDetail } from './transcript/fault.ts'
export type { Purpose } from './transcript/lint-context.ts'
export type { DiagnoseOptions, RepairOptions } from './transcript/repair-options.ts'
export type { Diagnosis, RepairResult } from './transcript/repair-result.ts'
export { repair } from './transcript/repair.ts'
export { TranscriptError, type TranscriptErrorCode } from './transcript/transcript-error.ts'
