import type { SessionRef, SessionWrite } from '../../agents/agent.ts'
import { findAgent } from '../../agents/index.ts'
import { makeBackupFolder, resolveBackupFolder } from '../../files/backup-folder.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { undo } from '../../files/undo.ts'
import type { Holder } from '../../files/who-holds.ts'
import type { FormatName } from '../../formats/format-name.ts'
import { checkSession, type CheckedSession } from '../check/check-session.ts'
import { repairReason } from '../check/standing-refusal.ts'
import { backupsOf, type DoctorEnvironment } from '../doctor-environment.ts'
import { DoctorError } from '../doctor-error.ts'
import { quarantineFile } from './quarantine-file.ts'

/** What was written, and the findings of a second check. */
export interface WrittenRepair {
  readonly backup: string
  readonly quarantine?: string
  readonly after: CheckedSession
  /** False: not strictly better, and therefore undone. */
  readonly kept: boolean
}

function describeHolder(holder: Holder): string {
  if (holder.kind === 'process') return `process ${holder.pid} (${holder.command}) uses it`
  if (holder.kind === 'lock_file') return `there is a lock: ${holder.path}`
  return `it was written ${Math.ceil(holder.ageMs / 1000)} s ago`
}

async function refuseLive(ref: SessionRef, recentMs: number | undefined): Promise<void> {
  const { live, holders } = await findAgent(ref.agent).live(ref, recentMs)
  if (!live) return
  const signs = holders.filter((holder) => holder.kind !== 'process' || holder.access === 'write').map(describeHolder)
  throw new DoctorError(
    'refused',
    `The session is in use (${ref.path}): ${signs.join('; ')}.`,
    'End the program that uses it, wait a few seconds, and run again.',
  )
}

/** Number of findings that count against a session. */
function weightOf({ report }: CheckedSession): number {
  return report.findings.filter(({ severity }) => severity !== 'info').length
}

/**
 * Writes a planned repair, looks at the result, and takes it back when it is not strictly better than `before` findings, or when
 * nobody can look at it. `as` is the format in which a plain file was read: what is left of it need not tell that any more.
 *
 * @throws DoctorError `refused` when the session is in use; FileWorkError when it cannot be backed up or written
 */
export async function writeRepair(
  ref: SessionRef,
  write: SessionWrite,
  before: number,
  environment: DoctorEnvironment,
  as?: FormatName,
): Promise<WrittenRepair> {
  const { recentMs } = environment
  await refuseLive(ref, recentMs)
  const backups = backupsOf(environment)
  const folder = resolveBackupFolder(backups)
  await makeBackupFolder(folder).catch((cause: unknown) => {
    throw new FileWorkError('backup_failed', folder.folder, 'The backup folder cannot be made', { cause })
  })
  const quarantine = quarantineFile(ref, environment)
  const { backupId } = await write
    .apply({
      ...backups,
      reason: repairReason(ref),
      quarantine: quarantine.take,
      ...(recentMs !== undefined && { liveness: { recentMs } }),
    })
    .catch(async (cause: unknown) => {
      await quarantine.discard()
      throw cause
    })
  const takeBack = async (): Promise<void> => {
    await undo(backupId, backups)
    await quarantine.discard()
  }
  const after = await checkSession(ref, { as, recentMs }).catch(async (cause: unknown) => {
    // I10: a result that could not be checked is not left behind as repaired.
    await takeBack()
    throw cause
  })
  // An empty session has no faults left, but no content either.
  if (!after.session || after.report.messages === 0 || weightOf(after) >= before) {
    await takeBack()
    return { backup: backupId, after, kept: false }
  }
  const kept = await quarantine.keep()
  return { backup: backupId, after, kept: true, ...(kept !== undefined && { quarantine: kept }) }
}
