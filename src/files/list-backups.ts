import { basename } from 'node:path'
import { readManifest, resolveBackupFolder, type BackupOptions } from './backup-folder.ts'
import type { BackupManifest } from './backup-manifest.ts'
import { FileWorkError, systemCode } from './file-work-error.ts'

/** What the backup folder holds. */
export interface BackupListing {
  /** Newest first. */
  readonly backups: readonly BackupManifest[]
  /** Manifests that cannot be read, newest first, with the reason: they are shown, not skipped. */
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
  for (const name of names
    .filter((each) => each.endsWith('.json') && !each.startsWith('.'))
    .sort()
    .reverse()) {
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

/**
 * Finds a backup by its id or by the unambiguous beginning of one; without an id the newest that was not undone.
 *
 * @throws FileWorkError `not_found` when there is none, or more than one; `backup_unreadable` when the one that is meant, or may be
 *   meant, has a manifest that cannot be read: an older one in its place would be another repair
 */
export async function findBackup(id: string | undefined, options: BackupOptions = {}): Promise<BackupManifest> {
  const listing = await listBackups(options)
  const { folder } = resolveBackupFolder(options)
  return id === undefined ? newest(listing, folder) : named(listing, folder, id)
}

const idOf = ({ path }: FileWorkError): string => basename(path, '.json')

function newest({ backups, unreadable }: BackupListing, folder: string): BackupManifest {
  const found = backups.find(({ undoneAt }) => undoneAt === undefined)
  const cause = unreadable.find((each) => found === undefined || mayBeNewer(idOf(each), found.id))
  if (cause)
    throw new FileWorkError(
      'backup_unreadable',
      cause.path,
      'Say the id of the backup to undo: the newest may be one of which the manifest cannot be read',
      { cause },
    )
  if (found === undefined) throw new FileWorkError('not_found', folder, 'There is no such backup')
  return found
}

/** Ids begin with the second in which they were made. One that does not may be of any. */
function mayBeNewer(id: string, than: string): boolean {
  const second = /^\d{8}T\d{6}(?=-)/.exec(id)?.[0]
  return second === undefined || second >= than.slice(0, second.length)
}

function named({ backups, unreadable }: BackupListing, folder: string, id: string): BackupManifest {
  const exact = backups.find((each) => each.id === id)
  if (exact) return exact
  const found = backups.filter((each) => each.id.startsWith(id))
  // What cannot be read may be the one.
  const lost = unreadable.filter((each) => idOf(each).startsWith(id))
  if (found.length + lost.length > 1) throw new FileWorkError('not_found', folder, 'More than one backup begins so')
  const [only] = [...found, ...lost]
  if (only instanceof FileWorkError) throw only
  if (only === undefined) throw new FileWorkError('not_found', folder, 'There is no such backup')
  return only
}
