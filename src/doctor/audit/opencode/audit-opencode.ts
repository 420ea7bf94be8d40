import { join } from 'node:path'
import { importableVersion, importSession, readForImport } from '../../../agents/opencode/import-session.ts'
import {
  readOpencodeCopies,
  type CopyPlace,
  type OpencodeCopies,
  type OpencodeCopy,
  type OpencodeStore,
} from '../../../agents/opencode/opencode-copies.ts'
import { keptByImport, type Said } from '../../../agents/opencode/said.ts'
import { changedDatabase, readDatabaseFiles, replaceDatabase } from '../../../agents/sqlite/database-copy.ts'
import type { Fs } from '../../../files/fs.ts'
import type { BatchWrite } from '../../../files/write-batch.ts'
import { auditItem, auditReport, unsafe, type AuditItem } from '../audit-item.ts'
import type { AuditedStore, AuditTarget } from '../audit-layout.ts'
import { compareCopies } from '../compare-copies.ts'

const places: readonly CopyPlace[] = ['storage', 'session', 'session_v2']

const countOf = (copy: OpencodeCopy | undefined): number => (Array.isArray(copy) ? copy.length : -1)

/** Newer stores were made from older ones, so an older copy may be behind, never ahead. */
function ofPair(
  id: string,
  older: readonly Said[],
  newer: readonly Said[],
  pair: readonly [CopyPlace, CopyPlace],
): AuditItem[] {
  const isImport = pair[1] === 'session_v2'
  const relation = isImport ? compareCopies(keptByImport(newer), keptByImport(older)) : compareCopies(newer, older)
  if (relation === 'equal' || relation === 'ahead') return []
  const kind = relation === 'diverged' ? 'diverged' : 'copy_behind'
  return [auditItem(kind, id, { live: newer.length, backup: older.length }, { copies: pair.toReversed() })]
}

function ofSession({ id, copies }: OpencodeCopies, store: OpencodeStore): AuditItem[] {
  const { current, version } = store
  const items: AuditItem[] = []
  const held = places.filter((place) => copies[place] !== undefined)
  const newest = held.at(-1)
  for (const place of held)
    if (copies[place] === 'malformed')
      items.push(auditItem(place === newest ? 'malformed_live' : 'malformed_backup', id, {}, { copies: [place] }))
  if (items.length > 0 || newest === undefined) return items
  if (newest !== current) {
    const item = auditItem('copy_missing', id, { backup: countOf(copies[newest]) }, { copies: [current, newest] })
    const isKnown = current === 'session' && version !== undefined && importableVersion.test(version)
    items.push(isKnown ? item : unsafe(item, 'unknown_version'))
  }
  for (const [at, place] of held.entries()) {
    const next = held[at + 1]
    const [older, newer] = [copies[place], next && copies[next]]
    if (next && Array.isArray(older) && Array.isArray(newer)) items.push(...ofPair(id, older, newer, [place, next]))
  }
  return items
}

function findings(store: OpencodeStore): AuditItem[] {
  // A session missing from all tables may stand in one that cannot be read.
  if (store.database === 'unreadable') return [auditItem('malformed_live', '', {}, { copies: ['session'] })]
  return [
    ...store.sessions.flatMap((session) => ofSession(session, store)),
    ...store.orphans.map(({ id, place }) => auditItem('unknown_owner', id, {}, { copies: [place] })),
  ]
}

async function importWrites(fs: Fs, path: string, files: readonly string[]): Promise<BatchWrite[]> {
  const seen = files.length > 0 ? await readDatabaseFiles(fs, path) : undefined
  if (!seen) return []
  const sessions = await Promise.all(files.map(readForImport))
  const content = await changedDatabase(seen, (database) => {
    database.exec('PRAGMA foreign_keys = ON; BEGIN')
    for (const session of sessions) importSession(database, session)
    database.exec('COMMIT')
  })
  return replaceDatabase(path, seen, content)
}

/**
 * opencode: JSON folders before 1.2, the tables `session`, `message`, `part` of 1.x, `session_v2` and `session_message` of 2.x, each
 * made of the one before by an import that runs once. The newest in use is the source of truth. A session that stands in the
 * folders alone is put into the tables of 1.18; nothing is written for a release that was not run (I18).
 */
export async function auditOpencode({ folder, stateDb, fs }: AuditTarget): Promise<AuditedStore> {
  const path = stateDb ?? join(folder, 'opencode.db')
  const store = await readOpencodeCopies(folder, path)
  const items = findings(store)
  const missing = new Set(items.filter(({ category }) => category === 'repairable').map(({ session_id }) => session_id))
  return {
    report: auditReport(
      items,
      store.sessions.map(({ id }) => id),
    ),
    plan: () =>
      importWrites(
        fs,
        path,
        store.sessions.flatMap(({ id, file }) => (file !== undefined && missing.has(id) ? [file] : [])),
      ),
    liveFiles: [path, `${path}-wal`],
  }
}
