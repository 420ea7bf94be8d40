import { sessionPath } from '../../../agents/hermes-webui/hermes-folder.ts'
import { countOf } from '../../../agents/hermes-webui/session-copy.ts'
import { readHermesStore, type HermesStore } from '../../../agents/hermes-webui/hermes-store.ts'
import type { FileMemory } from '../../../files/file-memory.ts'
import type { BatchWrite } from '../../../files/write-batch.ts'
import { auditItem, auditReport, type AuditItem } from '../audit-item.ts'
import type { AuditedStore, AuditTarget } from '../audit-layout.ts'
import { auditCopies, auditIndex, auditStateDb } from './audit-hermes-sessions.ts'
import { auditTurnJournals } from './audit-turn-journals.ts'
import { HermesDrafts } from './hermes-drafts.ts'
import { hermesRepairers } from './hermes-repairers.ts'

function findings(store: HermesStore): AuditItem[] {
  const own = [...auditCopies(store), ...auditStateDb(store)]
  return [
    ...(store.tombstones.readable ? [] : [auditItem('tombstones_malformed', '')]),
    ...(store.db.isThere && !store.db.readable ? [auditItem('state_db_unreadable', '')] : []),
    ...own,
    ...auditIndex(store, own),
    ...auditTurnJournals(store, own),
  ]
}

function plan(store: HermesStore, items: readonly AuditItem[]): BatchWrite[] {
  const drafts = new HermesDrafts(store)
  const repairable = items.filter(({ category }) => category === 'repairable')
  for (const [kind, repair] of Object.entries(hermesRepairers))
    for (const item of repairable) if (item.kind === kind) repair(item, drafts)
  return drafts.writes()
}

/** Sessions with which nothing is wrong are not read again until one of their files changes. */
function remember(memory: FileMemory, { sessions, stamps }: HermesStore, items: readonly AuditItem[]): void {
  const found = new Set(items.map(({ session_id }) => session_id))
  for (const [sessionID, stamp] of stamps) {
    const copies = sessions.get(sessionID)
    if (copies?.live.state === 'sound' && !found.has(sessionID))
      memory.remember(sessionID, stamp, [countOf(copies.live), countOf(copies.backup)])
    else memory.forget(sessionID)
  }
}

/**
 * hermes-webui: `<session>.json` is the source of truth, `.bak` the version before the last shrink, `_index.json` derived, the
 * turn journal written ahead, `state.db` the canonical copy of the agent below.
 */
export async function auditHermes({ folder, stateDb, fs, memory }: AuditTarget): Promise<AuditedStore> {
  const store = await readHermesStore(fs, folder, stateDb, memory)
  const items = findings(store)
  if (memory) remember(memory, store, items)
  const sound = [...store.sessions.values()].filter(({ live }) => live.state !== 'absent')
  const ids = [...sound.map(({ sessionID }) => sessionID), ...store.quiet.keys()]
  const planFresh = async (): Promise<BatchWrite[]> => {
    // Writes are planned from what was read, not from what is remembered, so skipped files are read now.
    const whole = store.quiet.size === 0 ? store : await readHermesStore(fs, folder, stateDb)
    return plan(whole, findings(whole))
  }
  return {
    report: auditReport(items, ids),
    plan: () => (items.some(({ category }) => category === 'repairable') ? planFresh() : Promise.resolve([])),
    liveFiles: [...(stateDb === undefined ? [] : [stateDb]), ...ids.map((id) => sessionPath(folder, id))],
  }
}
