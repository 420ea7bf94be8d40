/** What may be done about a finding. */
export type AuditCategory = 'repairable' | 'unsafe_to_repair'

export type Recommendation =
  | 'restore_from_bak'
  | 'rebuild_index'
  | 'manual_review'
  | 'deleted_session_skipped'
  | 'materialize_from_state_db'
  | 'import_copy'
  | 'audit_only_pending_turn_journal'
  | 'quarantine_line'
  | 'recover_journal'

/** The kinds of findings; {@link auditKinds} gives each one's category and recommendation. */
export type AuditKind =
  | 'shrunken_live'
  | 'orphan_backup'
  | 'malformed_orphan_backup'
  | 'orphan_backup_without_state_row'
  | 'malformed_live'
  | 'malformed_backup'
  | 'diverged'
  | 'index_malformed'
  | 'index_missing_file'
  | 'index_missing_entry'
  | 'index_malformed_line'
  | 'stale_index'
  | 'state_db_missing_sidecar'
  | 'state_db_orphan_webui_row'
  | 'state_db_unreadable'
  | 'state_db_deleted_webui_tombstone'
  | 'turn_journal_pending_turn'
  | 'turn_journal_malformed_event'
  | 'turn_journal_terminal_collision'
  | 'journal_of_deleted_session'
  | 'deleted_session_file'
  | 'tombstones_malformed'
  | 'session_twice'
  | 'copy_missing'
  | 'copy_behind'
  | 'unknown_owner'
  | 'damaged_journal'
  | 'journal_needs_review'

interface KindRow {
  readonly category: AuditCategory
  readonly recommendation: Recommendation
}

const restore: KindRow = { category: 'repairable', recommendation: 'restore_from_bak' }
const index: KindRow = { category: 'repairable', recommendation: 'rebuild_index' }
const look: KindRow = { category: 'unsafe_to_repair', recommendation: 'manual_review' }
const deleted: KindRow = { category: 'unsafe_to_repair', recommendation: 'deleted_session_skipped' }

/**
 * Every kind of finding, with its category and recommendation. A repairable kind has a repairer in every layout that reports it.
 */
export const auditKinds: Readonly<Record<AuditKind, KindRow>> = {
  /** The session holds less than its backup, or cannot be read, and no marker shows an intent. */
  shrunken_live: restore,
  orphan_backup: restore,
  malformed_orphan_backup: look,
  /** The database is there and does not know the session: it may be a deleted one. */
  orphan_backup_without_state_row: look,
  malformed_live: look,
  malformed_backup: look,
  /** Each copy holds what the other does not. */
  diverged: look,
  index_malformed: index,
  index_missing_file: index,
  index_missing_entry: index,
  /** A line of an index that is no record. */
  index_malformed_line: { category: 'repairable', recommendation: 'quarantine_line' },
  /** An index row that contradicts the session. */
  stale_index: index,
  state_db_missing_sidecar: { category: 'repairable', recommendation: 'materialize_from_state_db' },
  state_db_orphan_webui_row: look,
  /** It exists but cannot be read (damaged, locked, no database of the program): what only it holds, or forbids, is unknown. */
  state_db_unreadable: look,
  state_db_deleted_webui_tombstone: deleted,
  turn_journal_pending_turn: { category: 'repairable', recommendation: 'audit_only_pending_turn_journal' },
  turn_journal_malformed_event: { category: 'repairable', recommendation: 'quarantine_line' },
  turn_journal_terminal_collision: look,
  journal_of_deleted_session: deleted,
  /** A deleted session's file is there: a delete that did not end, or a writer that did not know. */
  deleted_session_file: deleted,
  /** The record of deletions is unreadable, so no session without a file is restored. */
  tombstones_malformed: look,
  /** The session exists in two places of one kind; neither copy holds more than the other. */
  session_twice: look,
  /** The session exists only in a store that the program no longer reads. */
  copy_missing: { category: 'repairable', recommendation: 'import_copy' },
  /** The store that the program reads holds less than an older one, to which an older release went on writing. */
  copy_behind: look,
  /** Data of a session that no other place knows. */
  unknown_owner: look,
  /** The session's own log is damaged; its recovery can set it right. */
  damaged_journal: { category: 'repairable', recommendation: 'recover_journal' },
  /** The log has a hole: the rest was salvaged, and the user has to review it. */
  journal_needs_review: look,
}
