import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Fs } from '../../files/fs.ts'
import type { BatchWrite } from '../../files/write-batch.ts'
import {
  changedDatabase,
  onDatabaseCopy,
  readDatabaseFiles,
  replaceDatabase,
  type DatabaseFiles,
} from '../sqlite/database-copy.ts'

/** A thread as the index lists it. Titles and previews are prompts: they are not read. */
export interface IndexedRollout {
  readonly id: string
  readonly rolloutPath: string
  readonly archived: boolean
}

/**
 * Codex's list of threads. It is derived: where it is absent, or its backfill is not complete, Codex reads all rollouts anew at
 * its next start, and keeps the names and pins that people gave (run with 0.169).
 */
export type StateIndex =
  | { readonly state: 'absent' }
  | { readonly state: 'awaiting_backfill' }
  | { readonly state: 'malformed'; readonly files: DatabaseFiles }
  | {
      readonly state: 'sound'
      readonly files: DatabaseFiles
      readonly rows: readonly IndexedRollout[]
      /** Codex can be asked to read its rollouts again; a release without the table cannot. */
      readonly canBackfill: boolean
    }

export const stateIndexPath = (folder: string): string => join(folder, 'state_5.sqlite')

function readRows(copy: DatabaseSync): Omit<StateIndex & { state: 'sound' }, 'files'> | 'malformed' | 'awaiting' {
  const tables = new Set(
    copy
      .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
      .all()
      .map(({ name }) => name),
  )
  if (tables.size === 0) return 'awaiting'
  if (copy.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] !== 'ok' || !tables.has('threads'))
    return 'malformed'
  const canBackfill = tables.has('backfill_state')
  const status = canBackfill ? copy.prepare('SELECT status FROM backfill_state').get()?.['status'] : 'complete'
  if (status !== 'complete') return 'awaiting'
  const rows = copy.prepare('SELECT id, rollout_path, archived FROM threads ORDER BY id').all()
  return {
    state: 'sound',
    canBackfill,
    rows: rows.map(({ id, rollout_path, archived }) => ({
      id: String(id),
      rolloutPath: String(rollout_path),
      archived: archived === 1,
    })),
  }
}

/** Reads the index from a copy of it. */
export async function readStateIndex(fs: Fs, folder: string): Promise<StateIndex> {
  const files = await readDatabaseFiles(fs, stateIndexPath(folder))
  if (!files) return { state: 'absent' }
  const read = await onDatabaseCopy(files, readRows).catch(() => 'malformed' as const)
  if (read === 'awaiting') return { state: 'awaiting_backfill' }
  return read === 'malformed' ? { state: 'malformed', files } : { ...read, files }
}

/**
 * The writes after which Codex makes its index anew: an empty database instead of one that cannot be read, else a backfill that
 * is asked for. No row is ours: what stands in them only Codex writes (I18).
 */
export async function askForBackfill(folder: string, index: StateIndex): Promise<BatchWrite[]> {
  if (index.state !== 'malformed' && index.state !== 'sound') return []
  const path = stateIndexPath(folder)
  const content =
    index.state === 'malformed'
      ? Buffer.alloc(0)
      : await changedDatabase(index.files, (copy) =>
          copy.exec("UPDATE backfill_state SET status = 'pending', last_watermark = NULL"),
        )
  return replaceDatabase(path, index.files, content)
}
