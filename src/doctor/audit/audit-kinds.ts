/** What a finding allows. `ok` is nothing to report. */
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

/** What an audit finds; {@link auditKinds} tells each one's category and what a person is told. */
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
 * Every kind of finding, what may be done about it and what is recommended. A repairable kind has a repairer in every
 * layout that reports it.
 */
export const auditKinds: Readonly<Record<AuditKind, KindRow>> = {
  /** The session holds less than its backup, or cannot be read, and no marker says that it was meant. */
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
  /** An index row that says something else than the session. */
  stale_index: index,
  state_db_missing_sidecar: { category: 'repairable', recommendation: 'materialize_from_state_db' },
  state_db_orphan_webui_row: look,
  /** It is there and tells nothing (damaged, locked, no database of the program): what only it holds, or forbids, nobody knows. */
  state_db_unreadable: look,
  state_db_deleted_webui_tombstone: deleted,
  turn_journal_pending_turn: { category: 'repairable', recommendation: 'audit_only_pending_turn_journal' },
  turn_journal_malformed_event: { category: 'repairable', recommendation: 'quarantine_line' },
  turn_journal_terminal_collision: look,
  journal_of_deleted_session: deleted,
  /** A deleted session's file is there: a delete that did not end, or a writer that did not know. */
  deleted_session_file: deleted,
  /** Nobody can tell what was deleted, so that nothing without a file is brought back. */
  tombstones_malformed: look,
  /** The same session stands in two places of one kind; neither holds what the other does not. */
  session_twice: look,
  /** The session stands in a store that the program does not read any more, and not in the one that it reads. */
  copy_missing: { category: 'repairable', recommendation: 'import_copy' },
  /** The store that the program reads holds less than an older one, to which an older release went on writing. */
  copy_behind: look,
  /** Data of a session that no other place knows. */
  unknown_owner: look,
  /** The session's own log is damaged; its recovery can set it right. */
  damaged_journal: { category: 'repairable', recommendation: 'recover_journal' },
  /** The log has a hole: what is left was salvaged, and somebody has to look. */
  journal_needs_review: look,
}
