import { readManifest, resolveBackupFolder, type BackupOptions } from './backup-folder.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { FileWorkError, systemCode } from './file-work-error.ts'

/** What the backup folder holds. */
export interface BackupListing {
  /** Newest first. */
  readonly backups: readonly BackupManifest[]
  /** Manifests that cannot be read, with the reason: they are shown, not skipped. */
  readonly unreadable: readonly FileWorkError[]
}

/** Lists the backups. A folder that does not exist holds none. */
export async function listBackups(options: BackupOptions = {}): Promise<BackupListing> {
  const folder = resolveBackupFolder(options)
  const names = await folder.fs.readdir(folder.folder).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return []
    throw FileWorkError.from(cause, folder.folder, 'The backups cannot be listed')
  })
  const backups: BackupManifest[] = []
  const unreadable: FileWorkError[] = []
  for (const name of names.filter((each) => each.endsWith('.json') && !each.startsWith('.'))) {
    try {
      backups.push(await readManifest(folder, name.slice(0, -'.json'.length)))
    } catch (cause) {
      unreadable.push(FileWorkError.from(cause, name, 'The manifest cannot be read'))
    }
  }
  backups.sort((a, b) =>
    a.createdAt === b.createdAt ? b.id.localeCompare(a.id) : b.createdAt.localeCompare(a.createdAt),
  )
  return { backups, unreadable }
}

/** Finds a backup by its id or by the unambiguous beginning of one; without an id the newest that was not undone.
 *
 * @throws FileWorkError `not_found` when there is none, or more than one
 */
export async function findBackup(id: string | undefined, options: BackupOptions = {}): Promise<BackupManifest> {
  const { backups, unreadable } = await listBackups(options)
  const path = resolveBackupFolder(options).folder
  const found =
    id === undefined
      ? backups.filter(({ undoneAt }) => undoneAt === undefined).slice(0, 1)
      : backups.filter((each) => each.id.startsWith(id))
  const exact = found.find((each) => each.id === id) ?? found[0]
  // What cannot be read may be the one.
  const cause = unreadable[0]
  if (exact === undefined) throw new FileWorkError('not_found', path, 'There is no such backup', cause && { cause })
  if (found.length > 1 && exact.id !== id) throw new FileWorkError('not_found', path, 'More than one backup begins so')
  return exact
}
