import type { SessionFindingCode } from '../../agents/session-finding.ts'
import type { OpenFindingCode } from '../check/reported-finding.ts'
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
  broken_order: {
    title: 'a line without its number, or with that of another line',
    meaning: 'The host numbers the lines of a session, and does not resume one whose numbers are not whole.',
    repair: 'The lines are numbered anew from there.',
  },
  duplicate_record: {
    title: 'a record that is there twice',
    meaning: 'The same record is stored twice, and the host sends it twice.',
    repair: 'The second copy is removed.',
  },
  stored_twice: {
    title: 'results that are stored in two places',
    meaning: 'The host keeps these results twice and sends both when the session is resumed.',
    repair: 'The second place is emptied.',
  },
  damaged_row: {
    title: 'a row that cannot be read',
    meaning: 'The JSON of a row is cut off or damaged: the host cannot open the whole session.',
    repair:
      "The row is restored from the host's own events where they hold it; else it is removed, and the backup keeps it.",
  },
  invalid_row: {
    title: 'a row that the host refuses',
    meaning: "A row lacks a field that the host's schema demands: the host cannot open the session or send it.",
    repair: "The field is restored from the host's own events where they hold it.",
    mayLose: 'With --allow lossy: a row that cannot be restored; the backup keeps it.',
  },
  missing_row: {
    title: 'a row that is gone while others belong to it',
    meaning: 'The parts of a message are there, its own row is not: the host sends nothing of them.',
    repair:
      "The row is made anew, from the host's own events where they hold it, else from its parts and its neighbours.",
  },
  unfinished_call: {
    title: 'a tool call that was running when its process ended',
    meaning: 'The host tells the model that the call was interrupted.',
    repair: 'Nothing: hosts cope with it.',
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
}
