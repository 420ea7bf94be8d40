import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { Fs } from '../../files/fs.ts'
import { readSeenFile, type ReadFile } from '../../files/read-seen-file.ts'
import type { BatchWrite } from '../../files/write-batch.ts'

/** A database of another program as it lies on the disk: the file, and its log where there is one. */
export interface DatabaseFiles {
  readonly database: ReadFile
  readonly log: ReadFile | undefined
}

/** Reads both files; undefined when there is no database. */
export async function readDatabaseFiles(fs: Fs, path: string): Promise<DatabaseFiles | undefined> {
  const database = await readSeenFile(fs, path)
  return database && { database, log: await readSeenFile(fs, `${path}-wal`) }
}

/**
 * Runs `work` on a copy, so that not even a shared memory file appears beside the original. The copy takes along what only the
 * log holds. Throws what SQLite throws.
 */
export async function onDatabaseCopy<T>(
  { database, log }: DatabaseFiles,
  work: (copy: DatabaseSync, path: string) => T | Promise<T>,
): Promise<T> {
  const { DatabaseSync } = await import('node:sqlite')
  const folder = await mkdtemp(join(tmpdir(), 'session-recovery-audit-'))
  try {
    const path = join(folder, 'copy.sqlite')
    await writeFile(path, database.bytes, { mode: 0o600 })
    if (log) await writeFile(`${path}-wal`, log.bytes, { mode: 0o600 })
    const copy = new DatabaseSync(path)
    try {
      copy.exec('PRAGMA trusted_schema = OFF')
      return await work(copy, path)
    } finally {
      if (copy.isOpen) copy.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Replaces the database by `content`. The log goes first: an old one must never be applied to the new file. */
export function replaceDatabase(path: string, { database, log }: DatabaseFiles, content: Uint8Array): BatchWrite[] {
  return [
    ...(log && log.bytes.length > 0 ? [{ path: `${path}-wal`, content: Buffer.alloc(0), seen: log }] : []),
    { path, content, seen: database },
  ]
}

/** The database after `change` as one file, with everything from its log included. Throws SQLite's errors. */
export function changedDatabase(files: DatabaseFiles, change: (copy: DatabaseSync) => void): Promise<Buffer> {
  return onDatabaseCopy(files, (copy, path) => {
    change(copy)
    copy.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    copy.close()
    return readFile(path)
  })
}
