import { completeTurnEvent, turnEventLine } from '../../../agents/hermes-webui/append-turn-event.ts'
import { foldTurns } from '../../../agents/hermes-webui/fold-turns.ts'
import { withInterruptedTurn } from '../../../agents/hermes-webui/interrupted-turn.ts'
import { materialiseSession } from '../../../agents/hermes-webui/materialise-session.ts'
import { toQuarantineLine } from '../../../record-log/quarantine.ts'
import type { AuditItem } from '../audit-item.ts'
import type { AuditKind } from '../audit-kinds.ts'
import type { HermesDrafts } from './hermes-drafts.ts'
import { inspectCopies } from './inspect-copies.ts'

type Repairer = (item: AuditItem, drafts: HermesDrafts) => void

function restoreFromBackup({ session_id }: AuditItem, drafts: HermesDrafts): void {
  const copies = drafts.store.sessions.get(session_id)
  if (copies?.backup.state !== 'sound') return
  const { session, bytes } = copies.backup
  if (copies.live.state === 'sound' && inspectCopies(copies).recommend === 'merge') {
    const messages = [...session.messages, ...copies.live.session.messages]
    return drafts.putSession(session_id, { ...copies.live.session, messages })
  }
  drafts.putSession(session_id, session, bytes)
}

function materialise({ session_id }: AuditItem, drafts: HermesDrafts): void {
  const row = drafts.store.db.own.find(({ id }) => id === session_id)
  if (row) drafts.putSession(session_id, materialiseSession(row))
}

/** The prompt, one marker, and the end of the turn in the journal: from then on no audit finds it again. */
function endPendingTurn({ session_id, turn_id }: AuditItem, drafts: HermesDrafts): void {
  const journal = drafts.store.journals.get(session_id)
  const session = drafts.session(session_id)
  const turn = journal && foldTurns(journal.events).turns.find(({ turnID }) => turnID === turn_id)
  const shard = journal?.shards.at(-1)
  if (!session || !turn || !shard) return
  drafts.putSession(session_id, withInterruptedTurn(session, turn))
  const event = completeTurnEvent(
    session_id,
    { event: 'interrupted', turn_id: turn.turnID, reason: 'recovered_by_audit' },
    (turn.submittedAt ?? 0) * 1000,
  )
  const before = drafts.shard(session_id, shard.name)
  const separator = before.length === 0 || before.at(-1) === 0x0a ? '' : '\n'
  drafts.putShard(session_id, shard.name, Buffer.concat([before, Buffer.from(separator), turnEventLine(event)]))
}

/** Removes lines that are no events from a shard, keeps their bytes beside it, and restores the events that can be read in them. */
function quarantineLines({ session_id, shard }: AuditItem, drafts: HermesDrafts): void {
  const journal = drafts.store.journals.get(session_id)
  const own = journal?.shards.find(({ name }) => name === shard)
  // One finding a line, one rewrite a shard.
  if (!journal || !own || drafts.hasShard(own.name)) return
  const kept: Buffer[] = []
  let from = 0
  for (const { offset, bytes, line, isTorn, usable } of journal.malformed.filter((each) => each.shard === own.name)) {
    const ending = isTorn ? 'none' : 'lf'
    drafts.quarantine(own.name, toQuarantineLine({ offset, line, reason: 'malformed_event', ending, bytes }))
    kept.push(own.bytes.subarray(from, offset), ...(usable ? [turnEventLine(usable)] : []))
    // The line feed goes along; a torn line has none, and nothing behind it.
    from = offset + bytes.length + 1
  }
  drafts.putShard(session_id, own.name, Buffer.concat([...kept, own.bytes.subarray(from)]))
}

/** The repairer of each repairable kind, in the order of the repair: later ones build on earlier ones. */
export const hermesRepairers: Partial<Readonly<Record<AuditKind, Repairer>>> = {
  shrunken_live: restoreFromBackup,
  orphan_backup: restoreFromBackup,
  state_db_missing_sidecar: materialise,
  turn_journal_malformed_event: quarantineLines,
  turn_journal_pending_turn: endPendingTurn,
  index_malformed: (_, drafts) => drafts.rebuildIndex(),
  stale_index: (_, drafts) => drafts.rebuildIndex(),
  index_missing_file: (_, drafts) => drafts.rebuildIndex(),
  index_missing_entry: (_, drafts) => drafts.rebuildIndex(),
}
