import { dirname } from 'node:path'
import { backUp, dropBackup } from './back-up.ts'
import { resolveBackupFolder, writeManifest, type BackupOptions } from './backup-folder.ts'
import type { BackedUpFile, BackupManifest } from './backup-manifest.ts'
import { createFileDurably } from './create-file-durably.ts'
import { withFileLock } from './file-lock.ts'
import { FileWorkError, systemCode, type FileWorkErrorCode } from './file-work-error.ts'
import type { FileStat } from './fs.ts'
import { contentOf } from './has-content.ts'
import { hashFile } from './hash-file.ts'
import { makeFolderDurably } from './make-folder-durably.ts'
import { isSameFile, replaceFileDurably } from './replace-file-durably.ts'
import { whoHoldEach, type Liveness } from './who-holds.ts'
import { goneIs } from './gone-is.ts'

/** A file as the plan has read it: compare-and-swap on its identity, its times and its content. */
export interface SeenFile {
  readonly stat: FileStat
  readonly sha256: string
}

/** One file of a batch. Without `seen` the file must not exist: then it is created, or what has appeared wins. */
export interface BatchWrite {
  readonly path: string
  readonly content: Uint8Array
  readonly seen?: SeenFile | undefined
}

export interface RefusedWrite {
  readonly path: string
  /** `exists`: a file that was to be created has appeared meanwhile, and stays. */
  readonly why: FileWorkErrorCode | 'exists'
}

export interface WrittenBatch {
  /** For `undo`; null when nothing was written. */
  readonly backupId: string | null
  readonly written: readonly string[]
  /** Left as they were, each with the reason. The others are not held up by them. */
  readonly refused: readonly RefusedWrite[]
}

export interface BatchOptions extends BackupOptions {
  /** For the manifest: one sentence without content of a session (I12). */
  readonly reason: string
  /** A file or folder whose lock stands for the whole batch. */
  readonly lock: string
}

/** Why a file may not be replaced now; undefined when it may. */
async function refusal(
  write: BatchWrite,
  held: ReadonlyMap<string, Liveness>,
  options: BatchOptions,
): Promise<FileWorkErrorCode | undefined> {
  const { path, seen } = write
  if (!seen) return undefined
  const { fs } = resolveBackupFolder(options)
  try {
    if (!isSameFile(seen.stat, await fs.stat(path))) return 'changed_meanwhile'
    if ((await hashFile(fs, path)).sha256 !== seen.sha256) return 'changed_meanwhile'
    if (held.get(path)?.live) return 'live'
  } catch (cause) {
    return goneIs('changed_meanwhile' as const)(cause)
  }
  return undefined
}

/** Who has the files open that are to be replaced; those that are gone meanwhile have changed. */
function heldOf(writes: readonly BatchWrite[]): Promise<ReadonlyMap<string, Liveness>> {
  // Age says nothing here: what was just damaged was just written. An open descriptor or a lock file does.
  return whoHoldEach(
    writes.filter(({ seen }) => seen).map(({ path }) => path),
    { recentMs: 0 },
  )
}

/**
 * Writes several files as one repair that is undone as one: locked, each refused when it is live or not what the plan saw,
 * backed up before the first write, and recorded so that `undo` restores what was replaced and removes what was created (I7).
 * Each path holds its old or its new content at any moment.
 *
 * @throws FileWorkError `locked`, `backup_failed`, or what the system said; what was written until then can be undone
 * @example
 * await writeBatch([{ path, content, seen: { stat, sha256 } }], { lock: folder, reason: 'audit' })
 */
export async function writeBatch(writes: readonly BatchWrite[], options: BatchOptions): Promise<WrittenBatch> {
  if (writes.length === 0) return { backupId: null, written: [], refused: [] }
  return withFileLock(options.lock, () => writeLocked(writes, options), options)
}

async function writeLocked(writes: readonly BatchWrite[], options: BatchOptions): Promise<WrittenBatch> {
  const backups = resolveBackupFolder(options)
  const refused: RefusedWrite[] = []
  const allowed: BatchWrite[] = []
  const held = await heldOf(writes)
  for (const write of writes) {
    const why = await refusal(write, held, options)
    if (why === undefined) allowed.push(write)
    else refused.push({ path: write.path, why })
  }
  if (allowed.length === 0) return { backupId: null, written: [], refused }
  const replaced = allowed.filter(({ seen }) => seen)
  const { manifest, stats } = await backUp(
    replaced.map(({ path }) => path),
    options.reason,
    options,
  )
  const files = replaced.map(({ content }, at): BackedUpFile => ({
    ...manifest.files[at]!,
    written: contentOf(content),
  }))
  const created = allowed.filter(({ seen }) => !seen).map(({ path, content }) => ({ path, ...contentOf(content) }))
  const folders = await missingFolders(created, options)
  const shown = { ...manifest, files, ...(folders.length > 0 && { folders }) }
  const planned: BackupManifest = { ...shown, ...(created.length > 0 && { created }) }
  // Before the first write: a crash after it must leave a backup that can be undone.
  await writeManifest(backups, planned)
  for (const folder of folders) await makeFolderDurably(backups.fs, folder)
  const written: string[] = []
  for (const write of allowed) {
    const at = replaced.indexOf(write)
    const why = await writeOne(write, stats[at], manifest.files[at]?.sha256, options)
    if (why === undefined) written.push(write.path)
    else refused.push({ path: write.path, why })
  }
  const kept = planned.created?.filter(({ path }) => written.includes(path)) ?? []
  if (written.length === 0) await dropBackup(manifest.id, options)
  else if (kept.length < created.length)
    await writeManifest(backups, { ...shown, ...(kept.length > 0 && { created: kept }) })
  return { backupId: written.length > 0 ? manifest.id : null, written, refused }
}

/** Folders of new files that are not there yet. */
export async function missingFolders(
  created: readonly { readonly path: string }[],
  options: BackupOptions,
): Promise<string[]> {
  const { fs } = resolveBackupFolder(options)
  const missing: string[] = []
  for (const folder of new Set(created.map(({ path }) => dirname(path))))
    await fs.stat(folder).catch((cause: unknown) => {
      if (systemCode(cause) !== 'ENOENT') throw cause
      missing.push(folder)
    })
  return missing
}

async function writeOne(
  { path, content, seen }: BatchWrite,
  stat: FileStat | undefined,
  sha256: string | undefined,
  options: BatchOptions,
): Promise<RefusedWrite['why'] | undefined> {
  const { fs } = resolveBackupFolder(options)
  if (!seen) return (await createFileDurably(path, content, fs)) ? undefined : 'exists'
  if (!stat || sha256 !== seen.sha256) return 'changed_meanwhile'
  try {
    await replaceFileDurably(path, (write) => write(content), { fs, expected: stat })
    return undefined
  } catch (cause) {
    if (cause instanceof FileWorkError && ['changed_meanwhile', 'read_only'].includes(cause.code)) return cause.code
    throw cause
  }
}
