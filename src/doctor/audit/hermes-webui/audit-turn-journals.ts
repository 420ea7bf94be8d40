import { foldTurns, pendingTurns, type FoldedTurn } from '../../../agents/hermes-webui/fold-turns.ts'
import type { HermesStore } from '../../../agents/hermes-webui/hermes-store.ts'
import type { TurnJournal } from '../../../agents/hermes-webui/read-turn-journal.ts'
import { countOf } from '../../../agents/hermes-webui/session-copy.ts'
import { auditItem, unsafe, type AuditItem } from '../audit-item.ts'

/** Sessions that have messages to compare with, or will have them once `items` are repaired. */
function messagesOf({ sessions, db }: HermesStore, sessionID: string): readonly unknown[] | undefined {
  const copies = sessions.get(sessionID)
  if (copies?.live.state === 'sound') return copies.live.session.messages
  if (copies?.backup.state === 'sound') return copies.backup.session.messages
  return copies ? undefined : db.own.find(({ id }) => id === sessionID)?.messages
}

/** Turns that a session does not hold although its journal does. */
export function pendingOf(journal: TurnJournal, messages: readonly unknown[]): readonly FoldedTurn[] {
  return pendingTurns(foldTurns(journal.events).turns, messages)
}

function ofJournal(journal: TurnJournal, store: HermesStore, others: readonly AuditItem[]): AuditItem[] {
  const { sessionID, malformed, events } = journal
  if (store.tombstones.ids.has(sessionID)) return [auditItem('journal_of_deleted_session', sessionID)]
  const copies = store.sessions.get(sessionID)
  const counts = { live: copies ? countOf(copies.live) : -1, backup: copies ? countOf(copies.backup) : -1 }
  const pending = pendingOf(journal, messagesOf(store, sessionID) ?? []).map((turn) => {
    const item = auditItem('turn_journal_pending_turn', sessionID, counts, { turn_id: turn.turnID, event: turn.state })
    const own = others.filter(({ session_id }) => session_id === sessionID)
    const isHeld = own.some(({ category }) => category === 'unsafe_to_repair')
    const willStand = own.some(({ recommendation }) => /^(?:restore|materialize)_from/.test(recommendation))
    // There is no file to write to, or the user has to review it first.
    return (copies?.live.state === 'sound' || willStand) && !isHeld ? item : unsafe(item, 'no_session_file')
  })
  return [
    ...pending,
    ...malformed.map(({ shard, line, isTorn }) =>
      auditItem('turn_journal_malformed_event', sessionID, counts, { shard, line, torn: isTorn }),
    ),
    ...foldTurns(events).collisions.map(({ turn_id, events: finals }) =>
      auditItem('turn_journal_terminal_collision', sessionID, counts, { turn_id, events: finals }),
    ),
  ]
}

/** A file that the system does not let us read: the end of a turn may stand in it. */
function ofUnreadable(sessionID: string, { tombstones }: HermesStore): AuditItem {
  if (tombstones.ids.has(sessionID)) return auditItem('journal_of_deleted_session', sessionID)
  return unsafe(auditItem('turn_journal_malformed_event', sessionID), 'unreadable')
}

/** The write-ahead journals of turns against the sessions; `others` are the findings about the sessions themselves. */
export function auditTurnJournals(store: HermesStore, others: readonly AuditItem[]): AuditItem[] {
  return [
    ...[...store.journals.values()].flatMap((journal) => ofJournal(journal, store, others)),
    ...[...store.unreadableJournals].map((sessionID) => ofUnreadable(sessionID, store)),
  ]
}
