import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { backUp, dropBackup, type Backup } from '../../../files/back-up.ts'
import { resolveBackupFolder, writeManifest } from '../../../files/backup-folder.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import { FileWorkError } from '../../../files/file-work-error.ts'
import { hashFile } from '../../../files/hash-file.ts'
import type { RepairedFile, RepairFileOptions } from '../../../files/repair-file.ts'
import { whoHolds, type Liveness, type LivenessOptions } from '../../../files/who-holds.ts'
import type { RowStore } from '../row-store.ts'
import type { RowChange } from '../stored-rows.ts'
import { changeRows, RowChangedError } from './change-rows.ts'
import { withDatabase } from './open-database.ts'
import { lastActivity, listSessions, readSession } from './read-session.ts'

const sizeOf = async (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** The database, and its log where it holds anything. */
async function filesOf(path: string): Promise<string[]> {
  return (await sizeOf(`${path}-wal`)) > 0 ? [path, `${path}-wal`] : [path]
}

/** Both files tell: in WAL mode the log is what is written to. */
async function holdersOf(path: string, options: LivenessOptions): Promise<Liveness> {
  const seen = await Promise.all((await filesOf(path)).map((each) => whoHolds(each, options)))
  return {
    live: seen.some(({ live }) => live),
    holders: seen.flatMap(({ holders }) => holders),
    complete: seen.every(({ complete }) => complete),
  }
}

/** An answer that was begun this long ago and never completed has no program behind it any more. */
const abandonedMs = 10 * 60_000

/**
 * Whether opencode is at work in this session. One program has the database open for all of them, so that its hold alone says
 * nothing: the rows do, by when they were written and by an answer that is not complete.
 */
async function liveSession(path: string, sessionId: string, options: LivenessOptions): Promise<Liveness> {
  const held = await holdersOf(path, options)
  if (!held.live || held.holders.some(({ kind }) => kind === 'lock_file')) return held
  const { writtenMs, isAnswering } = await withDatabase(path, 'read', (database) => lastActivity(database, sessionId))
  const ageMs = (options.now ?? Date.now)() - writtenMs
  return { ...held, live: ageMs < (isAnswering ? abandonedMs : (options.recentMs ?? 10_000)) }
}

/** Whether the files are those of the backup. SQLite's locks end when this process closes any other handle: only `stat`. */
function isUntouched({ manifest, stats }: Backup): boolean {
  return manifest.files.every(({ path }, at) => {
    const [now, then] = [statSync(path), stats[at]!]
    return now.size === then.size && now.mtimeMs === then.mtimeMs && now.ino === then.ino
  })
}

async function commit(
  path: string,
  sessionId: string,
  changes: readonly RowChange[],
  options: RepairFileOptions,
): Promise<RepairedFile> {
  if (options.liveness !== false && (await holdersOf(path, options.liveness ?? {})).live)
    throw new FileWorkError('live', path, 'The database is in use')
  const backups = resolveBackupFolder(options)
  const backup = await backUp(await filesOf(path), options.reason, options)
  const { manifest } = backup
  let committed = false
  try {
    await withDatabase(path, 'write', (database) => {
      changeRows(database, sessionId, changes, () => isUntouched(backup))
      committed = true
      // Everything into the one file, so that its hash tells undo what was written.
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    })
  } catch (cause) {
    // After the commit the backup is the way back, whatever else has failed.
    if (!committed) await dropBackup(manifest.id, options)
    const reason = cause instanceof FileWorkError ? cause.cause : cause
    if (reason instanceof RowChangedError)
      throw new FileWorkError('changed_meanwhile', path, 'Somebody else has written to the session', { cause: reason })
    throw cause
  }
  const written = await hashFile(backups.fs, path)
  const emptyLog = { size: 0, sha256: createHash('sha256').digest('hex') }
  const files = manifest.files.map((file, at) => ({ ...file, written: at === 0 ? written : emptyLog }))
  await writeManifest(backups, { ...manifest, files })
  return { backupId: manifest.id, written }
}

/** Sessions in `opencode.db`. Of its tables only `message` and `part` are written, never `event` and `event_sequence`. */
export const sqliteRows: RowStore = {
  sessions: (path) => withDatabase(path, 'read', (database) => listSessions(database, path)),
  read: (ref) => withDatabase(ref.path, 'read', (database) => readSession(database, ref.id)),
  commit: (ref, changes, options) => withFileLock(ref.path, () => commit(ref.path, ref.id, changes, options), options),
  live: (ref, recentMs) => liveSession(ref.path, ref.id, recentMs === undefined ? {} : { recentMs }),
}
