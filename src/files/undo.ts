import { dirname, join } from 'node:path'
import { backUp } from './back-up.ts'
import { resolveBackupFolder, writeManifest, type BackupFolder, type BackupOptions } from './backup-folder.ts'
import type { BackedUpFile, BackupManifest, CreatedFile } from './backup-manifest.ts'
import { FileWorkError, systemCode } from './file-work-error.ts'
import { withFileLock } from './file-lock.ts'
import type { FileStat, Fs } from './fs.ts'
import { hashFile, readFileChunks, type ContentId } from './hash-file.ts'
import { findBackup } from './list-backups.ts'
import { replaceFileDurably } from './replace-file-durably.ts'
import { backUpForeign, restoreRows, rowsToRestore, type RowsToRestore } from './rows/undo-rows.ts'

export interface UndoOptions extends BackupOptions {
  /** Restore even over a content that this tool did not write; that content is backed up first. */
  readonly force?: boolean
}

export interface UndoResult {
  readonly id: string
  /** Paths that hold their former content again. */
  readonly restored: readonly string[]
  /** Paths that held it already. */
  readonly unchanged: readonly string[]
  /** Where the overwritten content of a forced undo is kept. */
  readonly backup?: BackupManifest
}

/** What a path holds, and the look at the file that the content belongs to; `undefined` when there is no file. */
interface Current {
  readonly stat: FileStat
  readonly content: ContentId
}

async function currentContent(fs: Fs, path: string): Promise<Current | undefined> {
  try {
    // First the look, then the content: who writes in between is noticed when the file is replaced.
    const stat = await fs.stat(path)
    return { stat, content: await hashFile(fs, path) }
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return undefined
    throw FileWorkError.from(cause, path, 'The file cannot be read')
  }
}

/** Runs `work` as the only one that repairs or restores these files. A file that is gone has nobody to wait for. */
async function withLocks<T>(paths: readonly string[], work: () => Promise<T>, options: UndoOptions): Promise<T> {
  const [path, ...rest] = paths
  if (path === undefined) return work()
  const { fs } = resolveBackupFolder(options)
  const next = (): Promise<T> => withLocks(rest, work, options)
  const exists = await fs.realpath(path).then(
    () => true,
    () => false,
  )
  return exists ? withFileLock(path, next, options) : next()
}

/**
 * Restores the files of a backup byte for byte, with mode and modification time (I7). All checks come before the first
 * write and under the lock of each file; a file that vanished is created again, one that the repair made is removed.
 *
 * @param id of the backup, or its beginning; without one, the newest that was not undone
 * @throws FileWorkError `changed_meanwhile` when a file holds neither its former content nor what this tool wrote;
 *   `backup_unreadable` when a kept copy is damaged
 */
export async function undo(id: string | undefined, options: UndoOptions = {}): Promise<UndoResult> {
  const manifest = await findBackup(id, options)
  const paths = placesOf(manifest).map(({ path }) => path)
  return withLocks(paths, () => restore(manifest, options), options)
}

/** Everything that the repair wrote to. */
function placesOf({ created = [], files, rows = [] }: BackupManifest): readonly { readonly path: string }[] {
  return [...files, ...created, ...rows]
}

/** What an undo has to do, and the paths that hold what this tool did not write. */
interface UndoPlan {
  readonly stale: readonly { readonly file: BackedUpFile; readonly expected: FileStat | undefined }[]
  readonly made: readonly CreatedFile[]
  readonly rows: readonly RowsToRestore[]
  readonly foreign: readonly string[]
  readonly foreignRows: readonly RowsToRestore[]
}

/** Compares everything with what was kept of it. Writes nothing. */
async function planUndo(backups: BackupFolder, manifest: BackupManifest): Promise<UndoPlan> {
  const { fs } = backups
  const stale: UndoPlan['stale'][number][] = []
  const foreign: string[] = []
  for (const file of manifest.files) {
    await checkKept(backups, file)
    const current = await currentContent(fs, file.path)
    if (current?.content.sha256 === file.sha256) continue
    stale.push({ file, expected: current?.stat })
    if (current && current.content.sha256 !== file.written?.sha256) foreign.push(file.path)
  }
  const made: CreatedFile[] = []
  for (const file of manifest.created ?? []) {
    const current = await currentContent(fs, file.path)
    if (!current) continue
    made.push(file)
    if (current.content.sha256 !== file.sha256) foreign.push(file.path)
  }
  const rows: RowsToRestore[] = []
  for (const each of manifest.rows ?? []) rows.push(await rowsToRestore(backups, each))
  return { stale, made, rows, foreign, foreignRows: rows.filter(({ isForeign }) => isForeign) }
}

async function checkKept({ fs, folder }: BackupFolder, { path, sha256 }: BackedUpFile): Promise<void> {
  const kept = await hashFile(fs, join(folder, sha256)).catch((cause: unknown) => {
    throw new FileWorkError('backup_unreadable', path, 'The kept copy cannot be read', { cause })
  })
  if (kept.sha256 !== sha256) throw new FileWorkError('backup_unreadable', path, 'The kept copy is damaged')
}

/** Keeps what a forced undo is about to overwrite. */
async function backUpTaken(
  { foreign, foreignRows }: UndoPlan,
  { id }: BackupManifest,
  options: UndoOptions,
): Promise<BackupManifest | undefined> {
  const reason = `before the forced undo of ${id}`
  let backup = foreign.length > 0 ? (await backUp(foreign, reason, options)).manifest : undefined
  for (const each of foreignRows) backup = await backUpForeign(each, reason, options)
  return backup
}

async function restoreFiles({ fs, folder }: BackupFolder, stale: UndoPlan['stale']): Promise<void> {
  for (const { file, expected } of stale)
    await replaceFileDurably(
      file.path,
      async (write) => {
        for await (const chunk of readFileChunks(fs, join(folder, file.sha256))) await write(chunk)
      },
      { fs, mode: file.mode, mtimeMs: file.mtimeMs, ...(expected && { expected }) },
    )
}

async function removeMade(
  { fs }: BackupFolder,
  made: readonly CreatedFile[],
  folders: readonly string[],
): Promise<void> {
  for (const { path } of made) {
    await fs.unlink(path)
    await fs.syncFolder(dirname(path))
  }
  // One that holds something by now belongs to whoever put it there.
  for (const emptied of folders)
    await fs.rmdir(emptied).then(
      () => fs.syncFolder(dirname(emptied)),
      () => undefined,
    )
}

async function restore(manifest: BackupManifest, options: UndoOptions): Promise<UndoResult> {
  const backups = resolveBackupFolder(options)
  const plan = await planUndo(backups, manifest)
  const { stale, made, rows, foreign, foreignRows } = plan
  const [taken] = [...foreign, ...foreignRows.map(({ rows: { path } }) => path)]
  if (taken !== undefined && !options.force)
    throw new FileWorkError('changed_meanwhile', taken, 'The file was written to after the repair')
  const backup = await backUpTaken(plan, manifest, options)
  for (const each of rows) await restoreRows(each)
  await restoreFiles(backups, stale)
  await removeMade(backups, made, manifest.folders ?? [])
  await writeManifest(backups, { ...manifest, undoneAt: new Date(backups.now()).toISOString() })
  const restored = [
    ...stale.map(({ file }) => file.path),
    ...made.map(({ path }) => path),
    ...rows.filter((each) => each.isStale).map((each) => each.rows.path),
  ]
  const unchanged = placesOf(manifest)
    .map(({ path }) => path)
    .filter((path) => !restored.includes(path))
  return { id: manifest.id, restored, unchanged, ...(backup && { backup }) }
}
