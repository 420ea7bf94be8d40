import type { SessionFindingCode } from '../../agents/session-finding.ts'
import type { OpenFindingCode } from '../report/reported-finding.ts'
import type { GuideEntry } from './guide-entry.ts'

/** Findings below the level of messages. */
export const fileGuide: Readonly<Record<SessionFindingCode | OpenFindingCode, GuideEntry>> = {
  damaged_line: {
    title: 'bytes that are no record',
    meaning: 'A line was cut off by a crash or a full disk, or holds bytes that are not JSON.',
    repair: 'What can be read stays; the rest is moved to a quarantine file.',
  },
  glued_lines: {
    title: 'two records on one line',
    meaning: 'A record was appended to a line that had no end. Some readers lose both.',
    repair: 'The records get a line each.',
  },
  broken_chain: {
    title: 'a record names a parent that is missing',
    meaning: 'The host follows the parents; what lies before the gap is not sent any more.',
    repair: 'The record is linked to the one before it.',
  },
  cycle: {
    title: 'the parents run in a circle',
    meaning: 'Following the parents comes back to the same record. Old hosts hang on it.',
    repair: 'The circle is cut at its latest record.',
  },
  duplicate_uuid: {
    title: 'two records with one id',
    meaning: 'A record was written twice, or two share an id.',
    repair: 'A word-for-word copy is removed; records that differ stay.',
  },
  session_mismatch: {
    title: 'a record of another session',
    meaning: 'A line names another session, as after a fork or a copy.',
    repair: 'Nothing: hosts read it.',
  },
  no_header: {
    title: 'the first record is missing',
    meaning: 'The host wants a header at the beginning and refuses to resume without one.',
    repair: 'None: the header cannot be invented. Salvage the conversation with extract.',
  },
  unsupported_record: {
    title: 'a record that this release cannot follow',
    meaning:
      'It changes the conversation in a way that is not known here; what is shown may differ from what the host sends.',
    repair: 'None: the session is looked at, not written.',
  },
  no_conversation: {
    title: 'no conversation',
    meaning: 'The file holds no message: there is nothing to resume.',
    repair: 'None.',
  },
  unknown_host_version: {
    title: 'an unknown version of the host',
    meaning: 'The session was written by a version that this release has not been tested with.',
    repair: 'None: the session is looked at, not written. A newer session-recovery may know it.',
  },
  unreadable_session: {
    title: 'the session cannot be opened',
    meaning: 'The system or the storage refuses to give its content.',
    repair: 'None: check the file, its permissions and the disk.',
  },
  unsupported_format: {
    title: 'messages in a format that this release cannot check',
    meaning: 'The file was read, its messages were not checked.',
    repair: 'None.',
  },
}
