import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { backUp, dropBackup } from '../../../files/back-up.ts'
import { resolveBackupFolder, writeManifest } from '../../../files/backup-folder.ts'
import { createFileDurably } from '../../../files/create-file-durably.ts'
import { withFileLock } from '../../../files/file-lock.ts'
import { FileWorkError } from '../../../files/file-work-error.ts'
import type { Fs } from '../../../files/fs.ts'
import { contentOf } from '../../../files/has-content.ts'
import { makeFolderDurably } from '../../../files/make-folder-durably.ts'
import { replaceFileDurably } from '../../../files/replace-file-durably.ts'
import type { RepairedFile, RepairFileOptions } from '../../../files/repair-file.ts'
import { whoHolds, type Liveness } from '../../../files/who-holds.ts'
import { missingFolders } from '../../../files/write-batch.ts'
import type { SessionPlace, SessionRef } from '../../agent.ts'
import { lostMessages } from './lost-messages.ts'
import type { RowStore } from '../row-store.ts'
import { soundRows } from '../sound-rows.ts'
import { objectOf, parseRow, stringOf, type RowChange, type RowTable, type StoredRow } from '../stored-rows.ts'

/** `storage` of a session at `storage/session/<project>/<id>.json`. */
const storageOf = (path: string): string => dirname(dirname(dirname(path)))

const unreadable = (cause: unknown, path: string): FileWorkError =>
  FileWorkError.from(cause, path, 'The session cannot be read')

/** An unreadable folder is not an empty one: a message without its parts would pass for an empty message (I4). */
async function names(folder: string): Promise<string[]> {
  const found = await readdir(folder).catch((cause: unknown) => {
    const error = unreadable(cause, folder)
    if (error.code === 'not_found') return []
    throw error
  })
  return found.filter((name) => name.endsWith('.json')).sort()
}

function fileOf(ref: SessionRef, table: RowTable, { id, messageId }: Pick<StoredRow, 'id' | 'messageId'>): string {
  const folder = table === 'message' ? join('message', ref.id) : join('part', messageId)
  return join(storageOf(ref.path), folder, `${id}.json`)
}

async function readRow(path: string, messageId: string): Promise<StoredRow> {
  const [text, { mtimeMs }] = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch((cause: unknown) => {
    throw unreadable(cause, path)
  })
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

async function liveFiles(ref: SessionPlace, recentMs?: number): Promise<Liveness> {
  return whoHolds(ref.path, { recentMs })
}

/** The content of a changed row's file; undefined when the file is deleted. */
function contentAfter(ref: SessionRef, change: RowChange): Buffer | undefined {
  if (change.op === 'delete') return undefined
  // The old layout repeats the ids in the file.
  const own = change.table === 'part' ? { messageID: change.row.messageId } : {}
  const value = { id: change.row.id, sessionID: ref.id, ...own, ...(change.value as object) }
  return Buffer.from(JSON.stringify(value, null, 2))
}

interface FileChange {
  readonly path: string
  readonly change: RowChange
  readonly content: Buffer | undefined
}

async function applyChange({ change, content, path }: FileChange, fs: Fs): Promise<void> {
  if (!content) {
    await fs.unlink(path)
    await fs.syncFolder(dirname(path))
  } else if (change.op === 'update') await replaceFileDurably(path, (write) => write(content), { fs })
  else if (!(await createFileDurably(path, content, fs)))
    throw new FileWorkError('changed_meanwhile', path, 'Somebody else has made the file')
}

async function commit(
  ref: SessionRef,
  changes: readonly RowChange[],
  options: RepairFileOptions,
): Promise<RepairedFile> {
  const { recentMs } = options.liveness === false ? {} : (options.liveness ?? {})
  if (options.liveness !== false && (await liveFiles(ref, recentMs)).live)
    throw new FileWorkError('live', ref.path, 'The session is in use')
  const backups = resolveBackupFolder(options)
  const works = changes.map((change): FileChange => {
    return { path: fileOf(ref, change.table, change.row), change, content: contentAfter(ref, change) }
  })
  const former = works.filter(({ change }) => change.op !== 'insert')
  const made = works.filter(({ change }) => change.op === 'insert')
  const { manifest } = await backUp(
    former.map(({ path }) => path),
    options.reason,
    options,
  )
  for (const { change, path } of former) {
    const now = await readFile(path, 'utf8')
    if (change.op === 'insert' || now === change.row.text) continue
    await dropBackup(manifest.id, options)
    throw new FileWorkError('changed_meanwhile', path, 'Somebody else has written to the session')
  }
  const created = made.map(({ content, path }) => ({ path, ...contentOf(content!) }))
  const folders = await missingFolders(created, options)
  const files = manifest.files.map((file, at) => {
    const content = former[at]!.content
    return content ? { ...file, written: contentOf(content) } : file
  })
  // Before the first write: a crash after it must leave a backup that can be undone.
  await writeManifest(backups, {
    ...manifest,
    files,
    ...(created.length > 0 && { created }),
    ...(folders.length > 0 && { folders }),
  })
  for (const folder of folders) await makeFolderDurably(backups.fs, folder)
  // New files first: if one of them is refused, the others are still unchanged.
  for (const work of [...made, ...former]) await applyChange(work, backups.fs)
  const written = [...files.map((file) => file.written), ...created].find((content) => content !== undefined)
  return { backupId: manifest.id, written: written ?? { size: 0, sha256: '' } }
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
    for (const id of await lostMessages(storage, ref.id))
      for (const part of await names(join(storage, 'part', id)))
        parts.push(await readRow(join(storage, 'part', id, part), id))
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
