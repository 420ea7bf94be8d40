export type { AuditItem, AuditReport } from './doctor/audit/audit-item.ts'
export type { AuditCategory, AuditKind } from './doctor/audit/audit-kinds.ts'
export type { LayoutName } from './doctor/audit/audit-layout.ts'
export { auditSessions, openAuditMemory, type AuditOptions } from './doctor/audit/audit-sessions.ts'
export { compareCopies, type Relation } from './doctor/audit/compare-copies.ts'
export { repairSafe, type RepairSafeOptions, type SafeRepair } from './doctor/audit/repair-safe.ts'
export { inspectCopies, type CopiesVerdict } from './doctor/audit/hermes-webui/inspect-copies.ts'
export {
  appendStreamEvent,
  appendTurnEvent,
  deleteTurnJournals,
  type AppendTurnOptions,
  type NewTurnEvent,
} from './agents/hermes-webui/append-turn-event.ts'
export { foldTurns, pendingTurns, type FoldedTurn, type FoldedTurns } from './agents/hermes-webui/fold-turns.ts'
export { readCopies, type SessionCopies } from './agents/hermes-webui/hermes-store.ts'
export { mergeTranscripts } from './agents/hermes-webui/merge-transcripts.ts'
export { readTurnJournal, type TurnJournal } from './agents/hermes-webui/read-turn-journal.ts'
export { replayRuns, type Replay, type ReplayOptions } from './agents/hermes-webui/replay-runs.ts'
export {
  mayReplaceMarker,
  restorePending,
  retryPendingOutput,
  type PendingCircumstances,
  type PendingOutcome,
} from './agents/hermes-webui/restore-pending.ts'
export { staleRunEvent, summariseRun, type RunEvent, type RunSummary } from './agents/hermes-webui/run-event.ts'
export { appendRunEvent, readRun, type AppendRunOptions, type RunJournal } from './agents/hermes-webui/run-journal.ts'
export {
  listEarlierVersions,
  restoreEarlierVersion,
  type EarlierVersion,
  type RestoreVersionOptions,
} from './agents/hermes-webui/earlier-versions.ts'
export type { FileMemory } from './files/file-memory.ts'
export { deleteSession, saveSession, type SavedSession, type SaveOptions } from './agents/hermes-webui/save-session.ts'
export {
  auditDiscoverability,
  type DiscoverabilityFacts,
  type DiscoverabilityItem,
  type DiscoverabilityReport,
} from './doctor/audit/hermes-webui/audit-discoverability.ts'
