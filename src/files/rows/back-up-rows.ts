import { keepContent, makeBackup, nameBackup } from '../back-up.ts'
import { resolveBackupFolder, type BackupOptions } from '../backup-folder.ts'
import type { BackedUpRows, BackupManifest } from '../backup-manifest.ts'
import { contentOf } from '../has-content.ts'
import type { RowImage } from './row-image.ts'

/** A database, and whose rows in it are changed. */
export type RowOwner = Pick<BackedUpRows, 'path' | 'agent' | 'session'>

/**
 * Keeps what rows are and what will be written into them. When the call returns, the backup is durable: a crash before the write
 * leaves one that restores nothing, a crash after it one that restores all.
 *
 * @throws FileWorkError `backup_failed`
 */
export async function backUpRows(
  owner: RowOwner,
  images: readonly RowImage[],
  reason: string,
  options: BackupOptions = {},
): Promise<BackupManifest> {
  const backups = resolveBackupFolder(options)
  return makeBackup(backups, async () => {
    const path = await backups.fs.realpath(owner.path)
    const bytes = Buffer.from(JSON.stringify({ schema: 1, rows: images }))
    const content = contentOf(bytes)
    await keepContent(backups, { path, chunks: () => [bytes] }, content)
    return nameBackup(backups, { reason, files: [], rows: [{ ...owner, path, ...content }] })
  })
}
