import { agents } from '../agents/index.ts'
import type { BackedUpRows, BackupManifest } from '../files/backup-manifest.ts'
import { FileWorkError } from '../files/file-work-error.ts'
import { findBackup } from '../files/list-backups.ts'
import { undo, type UndoResult } from '../files/undo.ts'
import { whoHoldEach, whoHolds, type Liveness } from '../files/who-holds.ts'
import { backupsOf, type DoctorEnvironment } from './doctor-environment.ts'
import { DoctorError } from './doctor-error.ts'

// The repair itself was a recent write, so only open files count as use.
const recentMs = 0

/** A program that has a database open may be at work in other sessions. */
async function useOfRows({ agent: name, path, session: id }: BackedUpRows): Promise<Liveness> {
  const agent = agents.find((each) => each.name === name)
  if (!agent) return whoHolds(path, { recentMs })
  return agent.live({ agent: agent.name, id, path }, recentMs)
}

/** The first file or row of a backup that is in use. Places that cannot be checked are left to the undo itself. */
async function placeInUse({ files, rows = [] }: BackupManifest): Promise<string | undefined> {
  const used = await whoHoldEach(
    files.map(({ path }) => path),
    { recentMs },
  )
  const file = files.find(({ path }) => used.get(path)?.live)
  if (file) return file.path
  for (const each of rows) if ((await useOfRows(each).catch(() => undefined))?.live) return each.path
  return undefined
}

export interface UndoRepairOptions {
  /** Id of the backup, or its beginning; default: the newest that was not undone. */
  readonly backup?: string
  /** Restore even over a content that this tool did not write; that content is backed up first. */
  readonly force?: boolean
}

/**
 * Restores the files of a repair, byte for byte (I7).
 *
 * @throws DoctorError `not_found`; `refused` when a program has a file open, or has written to it after the repair, or when nobody
 *   can tell which repair is the newest because a manifest cannot be read
 * @throws FileWorkError `backup_unreadable`, and what the system says
 */
export async function undoRepair(
  { backup, force = false }: UndoRepairOptions,
  environment: DoctorEnvironment,
): Promise<UndoResult> {
  const backups = backupsOf(environment)
  const manifest = await findBackup(backup, backups).catch((cause: unknown) => {
    if (!(cause instanceof FileWorkError)) throw cause
    if (cause.code === 'backup_unreadable' && backup === undefined)
      throw new DoctorError(
        'refused',
        `The newest repair may be one of which the manifest cannot be read: ${cause.path}.`,
        'Say which backup to undo: session-recovery backups list, then session-recovery undo ID',
        { cause },
      )
    // An unreadable backup is not a missing one: "nothing to undo" is said only when there is none.
    if (cause.code !== 'not_found') throw cause
    const what =
      backup === undefined
        ? 'There is nothing to undo.'
        : `No backup is named ${backup}, or the names of several begin so.`
    throw new DoctorError('not_found', what, 'See what there is: session-recovery backups list', { cause })
  })
  const used = await placeInUse(manifest)
  if (used !== undefined)
    throw new DoctorError('refused', `The file is in use: ${used}.`, 'End the program that uses it and run again.')
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
