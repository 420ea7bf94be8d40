/**
 * What is wrong with a session file below the level of messages. Structure of the messages themselves is the engine's
 * business (`faults.json`).
 *
 * - `damaged_line`: bytes that are no record; `reason` as in the record log
 * - `glued_lines`: a record that shares its line with another one or with damage
 * - `broken_chain`: a record names a parent that is not in the file
 * - `cycle`: following the parents comes back to the same record
 * - `duplicate_uuid`: two records of one id; `identical` tells whether they are the same
 * - `broken_order`: a line without its number, or with that of another line: the host does not resume the session
 * - `duplicate_record`: a record that is there twice, byte for byte, and that the host sends twice
 * - `stored_twice`: results that the host has stored in two places and sends twice when the session is resumed
 * - `damaged_row`: a row whose JSON cannot be read; the whole session is dead
 * - `invalid_row`: a row that the host's own schema refuses; `problem` names the field
 * - `missing_row`: a row that others belong to is gone: the host sends nothing of them
 * - `unfinished_call`: a tool call without result, left by a process that has ended
 * - `session_mismatch`: a record of another session
 * - `no_header`: the file does not begin with the record that the host wants first: it refuses to resume
 * - `unsupported_record`: a record that changes the conversation in a way this release cannot follow: look, do not write
 * - `no_conversation`: there is nothing to resume
 * - `unknown_host_version`: written by a version that this release has not been tested with: look, do not write
 */
export type SessionFindingCode =
  | 'damaged_line'
  | 'glued_lines'
  | 'broken_chain'
  | 'cycle'
  | 'duplicate_uuid'
  | 'broken_order'
  | 'duplicate_record'
  | 'stored_twice'
  | 'damaged_row'
  | 'invalid_row'
  | 'missing_row'
  | 'unfinished_call'
  | 'session_mismatch'
  | 'no_header'
  | 'unsupported_record'
  | 'no_conversation'
  | 'unknown_host_version'

/** One finding, as typed data; text is made from it where it is shown. */
export interface SessionFinding {
  readonly code: SessionFindingCode
  /** `error`: the conversation is lost or cut; `warning`: the host copes, other readers may not; `info`: nothing to repair. */
  readonly severity: 'error' | 'warning' | 'info'
  /** Physical line in the file, from 1, where there is one. */
  readonly line?: number
  /** Ids, reasons and flags; never content (I12). */
  readonly detail: Readonly<Record<string, string | number | boolean>>
}
