import { sessionPath } from '../../../agents/hermes-webui/hermes-folder.ts'
import { readHermesStore, type HermesStore } from '../../../agents/hermes-webui/hermes-store.ts'
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
    ...own,
    ...auditIndex(store),
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

/**
 * hermes-webui: `<session>.json` is the source of truth, `.bak` the version before the last shrink, `_index.json` derived, the
 * turn journal written ahead, `state.db` the canonical copy of the agent below.
 */
export async function auditHermes({ folder, stateDb, fs }: AuditTarget): Promise<AuditedStore> {
  const store = await readHermesStore(fs, folder, stateDb)
  const items = findings(store)
  const sound = [...store.sessions.values()].filter(({ live }) => live.state !== 'absent')
  return {
    report: auditReport(
      items,
      sound.map(({ sessionID }) => sessionID),
    ),
    plan: () => Promise.resolve(plan(store, items)),
    liveFiles: [
      ...(stateDb === undefined ? [] : [stateDb]),
      ...sound.map(({ sessionID }) => sessionPath(folder, sessionID)),
    ],
  }
}
