import type { WriteBytes } from '../record-log/write-record-log.ts'
import { backUp, dropBackup } from './back-up.ts'
import { resolveBackupFolder, writeManifest, type BackupOptions } from './backup-folder.ts'
import { FileWorkError } from './file-work-error.ts'
import { withFileLock } from './file-lock.ts'
import type { FileStat } from './fs.ts'
import type { ContentId } from './hash-file.ts'
import { isSameFile, replaceFileDurably } from './replace-file-durably.ts'
import { whoHolds, type LivenessOptions } from './who-holds.ts'

export interface RepairFileOptions extends BackupOptions {
  /** For the manifest: one sentence without content of the session. */
  readonly reason: string
  /** The file as it was when the repair was planned: anything else is refused. */
  readonly expected?: FileStat
  /** `false` skips the check for other users of the file. */
  readonly liveness?: LivenessOptions | false
}

export interface RepairedFile {
  /** For {@link undo}. */
  readonly backupId: string
  readonly written: ContentId
}

/**
 * The one way in which a repair writes to a user's file: locked, refused while the file is live, backed up and verified,
 * replaced durably, and recorded so that {@link undo} knows what it may overwrite.
 *
 * @throws FileWorkError `live`, `locked`, `changed_meanwhile`, `backup_failed`, or what {@link replaceFileDurably} throws
 */
export async function repairFile(
  path: string,
  write: (write: WriteBytes) => Promise<void>,
  options: RepairFileOptions,
): Promise<RepairedFile> {
  const backups = resolveBackupFolder(options)
  return withFileLock(
    path,
    async () => {
      if (options.liveness !== false) {
        const { live } = await whoHolds(path, options.liveness)
        if (live) throw new FileWorkError('live', path, 'The file is in use')
      }
      const { manifest, stats } = await backUp([path], options.reason, options)
      const file = manifest.files[0]!
      const stat = stats[0]!
      try {
        if (options.expected && !isSameFile(options.expected, stat))
          throw new FileWorkError('changed_meanwhile', path, 'The file changed after the repair was planned')
        const written = await replaceFileDurably(path, write, {
          fs: backups.fs,
          // Programs resume the newest file (`--continue`): a repair must not make an old session that.
          mtimeMs: stat.mtimeMs,
          expected: stat,
          // Before the rename: a crash right after it must leave a backup that can be undone.
          beforeRename: (content) => writeManifest(backups, { ...manifest, files: [{ ...file, written: content }] }),
        })
        return { backupId: manifest.id, written }
      } catch (cause) {
        if (!(cause instanceof FileWorkError && cause.code === 'not_durable')) await dropBackup(manifest.id, options)
        throw cause
      }
    },
    options,
  )
}
