import { FileWorkError } from '../files/file-work-error.ts'
import { findBackup } from '../files/list-backups.ts'
import { undo, type UndoResult } from '../files/undo.ts'
import { whoHolds } from '../files/who-holds.ts'
import { backupsOf, type DoctorEnvironment } from './doctor-environment.ts'
import { DoctorError } from './doctor-error.ts'

export interface UndoRepairOptions {
  /** Id of the backup, or its beginning; default: the newest that was not undone. */
  readonly backup?: string
  /** Restore even over a content that this tool did not write; that content is backed up first. */
  readonly force?: boolean
}

/**
 * Restores the files of a repair, byte for byte (I7).
 *
 * @throws DoctorError `not_found`; `refused` when a program has a file open, or has written to it after the repair
 * @throws FileWorkError `backup_unreadable`, and what the system says
 */
export async function undoRepair(
  { backup, force = false }: UndoRepairOptions,
  environment: DoctorEnvironment,
): Promise<UndoResult> {
  const backups = backupsOf(environment)
  const manifest = await findBackup(backup, backups).catch((cause: unknown) => {
    const what = backup === undefined ? 'There is nothing to undo.' : `There is no backup ${backup}, or more than one.`
    throw new DoctorError('not_found', what, 'See what there is: session-recovery backups list', { cause })
  })
  for (const { path } of manifest.files) {
    // The repair itself was a recent write, so that only those who have the file open count.
    const { live } = await whoHolds(path, { recentMs: 0 }).catch(() => ({ live: false }))
    if (live)
      throw new DoctorError('refused', `The file is in use: ${path}.`, 'End the program that uses it and run again.')
  }
  return undo(manifest.id, { ...backups, force }).catch((cause: unknown) => {
    if (!(cause instanceof FileWorkError) || cause.code !== 'changed_meanwhile') throw cause
    throw new DoctorError(
      'refused',
      `The file was written to after the repair: ${cause.path}.`,
      `To restore it all the same, and keep what is there as a backup: session-recovery undo ${manifest.id} --force`,
      { cause },
    )
  })
}
