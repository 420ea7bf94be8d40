import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backUp, dropBackup } from '../../../files/back-up.ts'
import { resolveBackupFolder, writeManifest } from '../../../files/backup-folder.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import { FileWorkError } from '../../../files/file-work-error.ts'
import { hashFile } from '../../../files/hash-file.ts'
import { replaceFileDurably } from '../../../files/replace-file-durably.ts'
import type { RepairedFile, RepairFileOptions } from '../../../files/repair-file.ts'
import { whoHolds, type Liveness } from '../../../files/who-holds.ts'
import type { SessionRef } from '../../agent.ts'
import { NotRepresentableError } from '../../not-representable-error.ts'
import type { RowStore } from '../row-store.ts'
import { soundRows } from '../sound-rows.ts'
import { objectOf, parseRow, stringOf, type RowChange, type RowTable, type StoredRow } from '../stored-rows.ts'

/** `storage` of a session at `storage/session/<project>/<id>.json`. */
const storageOf = (path: string): string => dirname(dirname(dirname(path)))

const names = async (folder: string): Promise<string[]> =>
  (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json')).sort()

function fileOf(ref: SessionRef, table: RowTable, { id, messageId }: Pick<StoredRow, 'id' | 'messageId'>): string {
  const folder = table === 'message' ? join('message', ref.id) : join('part', messageId)
  return join(storageOf(ref.path), folder, `${id}.json`)
}

async function readRow(path: string, messageId: string): Promise<StoredRow> {
  const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)])
  const id = basename(path, '.json')
  const created = objectOf(parseRow({ text }), 'time')?.['created']
  const timeCreated = typeof created === 'number' ? created : Math.round(mtimeMs)
  return { id, messageId: messageId || id, timeCreated, timeUpdated: Math.round(mtimeMs), text }
}

async function refOf(path: string): Promise<SessionRef> {
  const [stats, text] = await Promise.all([stat(path), readFile(path, 'utf8')])
  const info = parseRow({ text })
  const parentId = stringOf(info, 'parentID')
  const directory = stringOf(info, 'directory')
  return {
    agent: 'opencode',
    id: basename(path, '.json'),
    path,
    ...(parentId !== undefined && { parentId }),
    ...(directory !== undefined && { project: basename(directory) }),
    sizeBytes: stats.size,
    modifiedMs: stats.mtimeMs,
  }
}

async function liveFiles(ref: SessionRef, recentMs?: number): Promise<Liveness> {
  return whoHolds(ref.path, recentMs === undefined ? {} : { recentMs })
}

async function applyChange(ref: SessionRef, change: RowChange, options: RepairFileOptions): Promise<void> {
  const { fs } = resolveBackupFolder(options)
  const path = fileOf(ref, change.table, change.row)
  if (change.op === 'delete') {
    await fs.unlink(path)
    await fs.syncFolder(dirname(path))
  } else if (change.op === 'update') {
    // The old layout repeats the ids in the file.
    const own = change.table === 'part' ? { messageID: change.row.messageId } : {}
    const value = { id: change.row.id, sessionID: ref.id, ...own, ...(change.value as object) }
    await replaceFileDurably(path, (write) => write(Buffer.from(JSON.stringify(value, null, 2))), { fs })
  }
}

async function commit(
  ref: SessionRef,
  changes: readonly RowChange[],
  options: RepairFileOptions,
): Promise<RepairedFile> {
  if (changes.some(({ op }) => op === 'insert'))
    throw new NotRepresentableError(-1, 'new records that undo could remove again')
  const { recentMs } = options.liveness === false ? {} : (options.liveness ?? {})
  if (options.liveness !== false && (await liveFiles(ref, recentMs)).live)
    throw new FileWorkError('live', ref.path, 'The session is in use')
  const backups = resolveBackupFolder(options)
  const paths = changes.map(({ table, row }) => fileOf(ref, table, row))
  const { manifest } = await backUp(paths, options.reason, options)
  for (const [at, change] of changes.entries()) {
    const now = await readFile(paths[at]!, 'utf8')
    if (change.op === 'insert' || now === change.row.text) continue
    await dropBackup(manifest.id, options)
    throw new FileWorkError('changed_meanwhile', paths[at]!, 'Somebody else has written to the session')
  }
  for (const change of changes) await applyChange(ref, change, options)
  const files = await Promise.all(
    manifest.files.map(async (file) => {
      const written = await hashFile(backups.fs, file.path).catch(() => undefined)
      return written ? { ...file, written } : file
    }),
  )
  await writeManifest(backups, { ...manifest, files })
  return { backupId: manifest.id, written: files.find(({ written }) => written)?.written ?? { size: 0, sha256: '' } }
}

/** Sessions of opencode before 1.2: one JSON file per record, below `storage/{session,message,part}`. */
export const jsonRows: RowStore = {
  sessions: async (path) => [await refOf(path)],
  read: async (ref) => {
    const storage = storageOf(ref.path)
    const info = parseRow({ text: await readFile(ref.path, 'utf8').catch(() => '') })
    const messages: StoredRow[] = []
    const parts: StoredRow[] = []
    for (const name of await names(join(storage, 'message', ref.id))) {
      messages.push(await readRow(join(storage, 'message', ref.id, name), ''))
      const id = basename(name, '.json')
      for (const part of await names(join(storage, 'part', id)))
        parts.push(await readRow(join(storage, 'part', id, part), id))
    }
    const session = {
      id: ref.id,
      version: stringOf(info, 'version'),
      directory: stringOf(info, 'directory'),
      revert: objectOf(info, 'revert'),
      messages,
      parts,
    }
    return { session, sound: soundRows(session, () => undefined) }
  },
  commit: (ref, changes, options) => withFileLock(ref.path, () => commit(ref, changes, options), options),
  live: liveFiles,
}
