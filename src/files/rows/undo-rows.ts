import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { BackupFolder, BackupOptions } from '../backup-folder.ts'
import type { BackedUpRows, BackupManifest } from '../backup-manifest.ts'
import { FileWorkError } from '../file-work-error.ts'
import { readFileChunks } from '../hash-file.ts'
import { backUpRows } from './back-up-rows.ts'
import { changeRows, RowChangedError, tablesOf } from './change-rows.ts'
import { inverseImages, isInState, parseRowImages, type RowImage } from './row-image.ts'
import { withDatabase } from './with-database.ts'

/** What is to be done to rows so that they are what they were. */
export interface RowsToRestore {
  readonly rows: BackedUpRows
  /** Each row as it is now and as it was; those that are in their former state again stay in the list, as members of others. */
  readonly images: readonly RowImage[]
  readonly isStale: boolean
  /** Some of them hold neither what they held nor what the repair wrote. */
  readonly isForeign: boolean
}

async function keptImages({ fs, folder }: BackupFolder, { path, sha256 }: BackedUpRows): Promise<readonly RowImage[]> {
  try {
    const chunks: Uint8Array[] = []
    for await (const chunk of readFileChunks(fs, join(folder, sha256))) chunks.push(Buffer.from(chunk))
    const bytes = Buffer.concat(chunks)
    if (createHash('sha256').update(bytes).digest('hex') === sha256)
      return await parseRowImages(JSON.parse(bytes.toString('utf8')))
  } catch (cause) {
    throw new FileWorkError('backup_unreadable', path, 'The kept rows cannot be read', { cause })
  }
  throw new FileWorkError('backup_unreadable', path, 'The kept rows are damaged')
}

/**
 * Compares rows with what was kept of them. Writes nothing.
 *
 * @throws FileWorkError `backup_unreadable`, `live` when the database is locked for long, or what the system said
 */
export async function rowsToRestore(backups: BackupFolder, rows: BackedUpRows): Promise<RowsToRestore> {
  const kept = inverseImages(await keptImages(backups, rows))
  return withDatabase(rows.path, 'read', (database) => {
    const rowsOf = tablesOf(database)
    const looked = kept.map(({ table, id, before, after, place }) => {
      const now = rowsOf(table).read(id)
      const isFormer = isInState(now, after)
      const image: RowImage = { table, id, before: now, after: isFormer ? now : after, place }
      return { image, isFormer, isForeign: !isFormer && !isInState(now, before) }
    })
    return {
      rows,
      images: looked.map(({ image }) => image),
      isStale: looked.some(({ isFormer }) => !isFormer),
      isForeign: looked.some(({ isForeign }) => isForeign),
    }
  })
}

/** Keeps what the rows hold now, for a forced undo. */
export async function backUpForeign(
  { images, rows: { agent, path, session } }: RowsToRestore,
  reason: string,
  options: BackupOptions,
): Promise<BackupManifest> {
  return backUpRows({ agent, path, session }, images, reason, options)
}

/**
 * Restores rows to what they were, if they still are as they were compared; all or none.
 *
 * @throws FileWorkError `changed_meanwhile` when somebody has written to one of them since
 */
export async function restoreRows({ images, isStale, rows }: RowsToRestore): Promise<void> {
  if (!isStale) return
  await withDatabase(rows.path, 'write', (database) => changeRows(database, images)).catch((cause: unknown) => {
    throw asChanged(cause, rows.path)
  })
}

/** A row that somebody has changed is told as a file that somebody has written to. */
export function asChanged(cause: unknown, path: string): unknown {
  const reason = cause instanceof FileWorkError ? cause.cause : cause
  if (!(reason instanceof RowChangedError)) return cause
  return new FileWorkError('changed_meanwhile', path, 'Somebody else has written to the session', { cause: reason })
}
