import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findRollouts, type FoundRollout } from '../../../agents/codex/codex-store.ts'
import { readRollout } from '../../../agents/codex/read-rollout.ts'
import { askForBackfill, readStateIndex, stateIndexPath, type StateIndex } from '../../../agents/codex/state-index.ts'
import { auditItem, auditReport, unsafe, type AuditItem } from '../audit-item.ts'
import type { AuditedStore, AuditTarget } from '../audit-layout.ts'
import { auditLineIndex, mendLineIndex, readLineIndex, type LineIndex } from '../audit-line-index.ts'
import { compareTwins } from '../compare-twins.ts'

type SoundIndex = StateIndex & { readonly state: 'sound' }

/** Two rollouts of one id: Codex lists one of them. */
async function ofCopies(id: string, rollouts: readonly FoundRollout[]): Promise<AuditItem[]> {
  if (rollouts.length < 2) return []
  const twins = rollouts.map(async ({ ref, archived }) => {
    const { items } = await readRollout(ref.path)
    return { place: archived ? 'archived_sessions' : 'sessions', messages: items.map(({ item }) => item) }
  })
  return compareTwins(id, await Promise.all(twins))
}

/** The fields of an index row that contradict the file. */
async function staleFields(row: SoundIndex['rows'][number], rollout: FoundRollout): Promise<string[]> {
  const named = await realpath(row.rolloutPath).catch(() => undefined)
  return [
    ...(named === rollout.path ? [] : ['rollout_path']),
    ...(row.archived === rollout.archived ? [] : ['archived']),
  ]
}

async function ofIndex(
  index: SoundIndex,
  rollouts: ReadonlyMap<string, readonly FoundRollout[]>,
): Promise<AuditItem[]> {
  const mended = (item: AuditItem): AuditItem => (index.canBackfill ? item : unsafe(item, 'unknown_index_version'))
  const rows = new Map(index.rows.map((row) => [row.id, row]))
  const items: AuditItem[] = []
  for (const [id, found] of rollouts) {
    const row = rows.get(id)
    const [rollout] = found
    // Which of two copies the index means is decided with them; one that Codex cannot list is named as such.
    if (!rollout || found.length > 1 || rollout.header === 'headless') continue
    const wrong = row ? await staleFields(row, rollout) : []
    if (!row) items.push(mended(auditItem('index_missing_entry', id)))
    else if (wrong.length > 0) items.push(mended(auditItem('stale_index', id, {}, { wrong })))
  }
  for (const { id, rolloutPath } of index.rows)
    if (!rollouts.has(id) && !existsSync(rolloutPath))
      items.push(auditItem('unknown_owner', id, {}, { copies: ['state_5.sqlite'] }))
  return items
}

async function findings(
  rollouts: ReadonlyMap<string, readonly FoundRollout[]>,
  index: StateIndex,
  names: LineIndex,
): Promise<AuditItem[]> {
  const items: AuditItem[] = index.state === 'malformed' ? [auditItem('index_malformed', '')] : []
  for (const [id, found] of rollouts) {
    if (found.every(({ header }) => header === 'headless')) items.push(auditItem('malformed_live', id))
    items.push(...(await ofCopies(id, found)))
  }
  if (index.state === 'sound') items.push(...(await ofIndex(index, rollouts)))
  return [...items, ...auditLineIndex(names)]
}

/**
 * Codex: the rollouts are the source of truth, `state_5.sqlite` is derived from them, `session_index.jsonl` holds the names that
 * people gave. An index that is wrong is made again by Codex itself, which is asked for it.
 */
export async function auditCodex({ folder, fs }: AuditTarget): Promise<AuditedStore> {
  const rollouts = await findRollouts(folder)
  const index = await readStateIndex(fs, folder)
  const names = await readLineIndex(fs, join(folder, 'session_index.jsonl'))
  const items = await findings(rollouts, index, names)
  const isWanted = items.some(({ recommendation }) => recommendation === 'rebuild_index')
  return {
    report: auditReport(items, rollouts.keys()),
    plan: async () => [...(await mendLineIndex(names)), ...(isWanted ? await askForBackfill(folder, index) : [])],
    liveFiles: ['', '-wal', '-shm'].map((ending) => `${stateIndexPath(folder)}${ending}`),
  }
}
