import { join } from 'node:path'
import { manifestPath, resolveBackupFolder, type BackupOptions } from './backup-folder.ts'
import { FileWorkError } from './file-work-error.ts'
import { listBackups } from './list-backups.ts'

export interface PruneOptions extends BackupOptions {
  /** Backups older than this go. Default 30 days. */
  readonly olderThanMs?: number
  /** So many of the newest stay whatever their age. Default 10. */
  readonly keep?: number
  /** Tells what would go, and removes nothing. Default false. */
  readonly dryRun?: boolean
}

export interface PruneResult {
  readonly removed: readonly string[]
  readonly freedBytes: number
  /** Manifests that cannot be read: neither they nor any content went. */
  readonly unreadable: readonly FileWorkError[]
}

const day = 24 * 60 * 60 * 1000

/**
 * Removes old backups, and contents that no backup names any more. A content younger than a day stays: another process may
 * be about to name it. With an unreadable manifest in the folder no content is removed, because it may name any.
 */
export async function pruneBackups(options: PruneOptions = {}): Promise<PruneResult> {
  const { fs, folder, now } = resolveBackupFolder(options)
  const { backups, unreadable } = await listBackups(options)
  const limit = now() - (options.olderThanMs ?? 30 * day)
  const old = backups.slice(options.keep ?? 10).filter(({ createdAt }) => Date.parse(createdAt) < limit)
  const removed = old.map(({ id }) => id)
  const named = new Set(
    backups
      .filter(({ id }) => !removed.includes(id))
      .flatMap(({ files, rows = [] }) => [...files, ...rows].map(({ sha256 }) => sha256)),
  )
  let freedBytes = 0
  try {
    const names = backups.length + unreadable.length > 0 ? await fs.readdir(folder) : []
    // Manifests first: a crash in between leaves contents without a name, never a name without content.
    if (!options.dryRun) {
      for (const id of removed) await fs.unlink(manifestPath(folder, id))
      if (removed.length > 0) await fs.syncFolder(folder)
    }
    if (unreadable.length > 0) return { removed, freedBytes, unreadable }
    for (const name of names.filter((each) => /^[0-9a-f]{64}$/.test(each) && !named.has(each))) {
      const { size, mtimeMs } = await fs.stat(join(folder, name))
      if (mtimeMs > now() - day) continue
      if (!options.dryRun) await fs.unlink(join(folder, name))
      freedBytes += size
    }
  } catch (cause) {
    throw FileWorkError.from(cause, folder, 'The backups cannot be pruned')
  }
  return { removed, freedBytes, unreadable }
}
