import { createHash } from 'node:crypto'
import { join } from 'node:path'
import {
  makeBackupFolder,
  manifestPath,
  resolveBackupFolder,
  writeManifest,
  type BackupFolder,
  type BackupOptions,
} from './backup-folder.ts'
import type { BackedUpFile, BackupManifest } from './backup-manifest.ts'
import { FileWorkError } from './file-work-error.ts'
import type { FileStat } from './fs.ts'
import { hashFile, readFileChunks, type ContentId } from './hash-file.ts'
import { isSameFile, replaceFileDurably } from './replace-file-durably.ts'
import { goneIs } from './gone-is.ts'

/** A finished backup, and the files as they were seen when it was made. */
export interface Backup {
  readonly manifest: BackupManifest
  readonly stats: readonly FileStat[]
}

async function contentIfPresent(backups: BackupFolder, path: string): Promise<ContentId | undefined> {
  return hashFile(backups.fs, path).catch(goneIs(undefined))
}

/** Where a content comes from: a file, or what is in memory. */
export interface ContentSource {
  readonly path: string
  readonly chunks: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/** Stores the content under its hash, unless a copy that still reads back is there already. */
export async function keepContent(backups: BackupFolder, source: ContentSource, content: ContentId): Promise<void> {
  const { fs, folder } = backups
  const path = join(folder, content.sha256)
  if ((await contentIfPresent(backups, path))?.sha256 === content.sha256) {
    // A fresh time keeps pruning away from it until the manifest names it.
    const file = await fs.open(path, 'r')
    await file.setMtime(backups.now()).finally(() => file.close())
    return
  }
  const copied = await replaceFileDurably(
    path,
    async (write) => {
      for await (const chunk of source.chunks()) await write(chunk)
    },
    { fs, mode: 0o600 },
  )
  if (copied.sha256 !== content.sha256)
    throw new FileWorkError('changed_meanwhile', source.path, 'The file changed while it was copied')
  const kept = await hashFile(fs, path)
  if (kept.sha256 !== content.sha256)
    throw new FileWorkError('backup_failed', path, 'The copy does not read back as the original')
}

async function keepFile(backups: BackupFolder, path: string): Promise<{ file: BackedUpFile; stat: FileStat }> {
  const { fs } = backups
  const real = await fs.realpath(path).catch((cause: unknown) => {
    throw FileWorkError.from(cause, path, 'Cannot back up the file')
  })
  const stat = await fs.stat(real)
  if (!stat.isFile) throw new FileWorkError('not_a_file', path, 'Cannot back up')
  const content = await hashFile(fs, real)
  await keepContent(backups, { path: real, chunks: () => readFileChunks(fs, real) }, content)
  if (!isSameFile(stat, await fs.stat(real)))
    throw new FileWorkError('changed_meanwhile', path, 'The file changed while it was copied')
  return { file: { path: real, ...content, mode: stat.mode, mtimeMs: stat.mtimeMs }, stat }
}

/**
 * Copies files into the backup folder, reads the copies back, and records what they were. Nothing is changed; when the
 * call returns, the backup is durable.
 *
 * @throws FileWorkError `changed_meanwhile` when a file was written to during the copy, `backup_failed` when the copy cannot
 *   be made or does not read back
 */
export async function backUp(paths: readonly string[], reason: string, options: BackupOptions = {}): Promise<Backup> {
  const backups = resolveBackupFolder(options)
  return makeBackup(backups, async () => {
    const kept: { file: BackedUpFile; stat: FileStat }[] = []
    for (const path of paths) kept.push(await keepFile(backups, path))
    const manifest = await nameBackup(backups, { reason, files: kept.map(({ file }) => file) })
    return { manifest, stats: kept.map(({ stat }) => stat) }
  })
}

/** Stores a new manifest under an id that no other backup has. */
export async function nameBackup(
  backups: BackupFolder,
  kept: Pick<BackupManifest, 'reason' | 'files' | 'rows'>,
): Promise<BackupManifest> {
  const { fs, folder, now, tool } = backups
  const createdAt = new Date(now()).toISOString()
  const taken = new Set(await fs.readdir(folder))
  for (let attempt = 0; ; attempt += 1) {
    const digest = createHash('sha256')
      .update(JSON.stringify([createdAt, kept, attempt]))
      .digest('hex')
    const id = `${createdAt.slice(0, 19).replaceAll(/[-:]/g, '')}-${digest.slice(0, 8)}`
    if (taken.has(`${id}.json`)) continue
    const manifest: BackupManifest = { schema: 1, id, createdAt, tool, ...kept }
    await writeManifest(backups, manifest)
    return manifest
  }
}

/** Runs the work of a backup. @throws FileWorkError `backup_failed`, where what failed is not the file itself */
export async function makeBackup<T>(backups: BackupFolder, work: () => Promise<T>): Promise<T> {
  try {
    await makeBackupFolder(backups)
    return await work()
  } catch (cause) {
    if (cause instanceof FileWorkError && ['changed_meanwhile', 'not_found', 'not_a_file'].includes(cause.code))
      throw cause
    throw new FileWorkError('backup_failed', backups.folder, 'The backup could not be made', { cause })
  }
}

/** Removes the manifest of a backup that turned out to be useless: nothing was written after it. */
export async function dropBackup(id: string, options: BackupOptions = {}): Promise<void> {
  const { fs, folder } = resolveBackupFolder(options)
  await fs.unlink(manifestPath(folder, id)).catch(() => undefined)
}
