import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { readSeenFile, stands } from '../../files/read-seen-file.ts'
import { replaceFileDurably } from '../../files/replace-file-durably.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { isRecord } from '../../json/is-record.ts'
import { readJson } from '../../record-log/read-object.ts'
import { tombstonesName } from './hermes-folder.ts'

/** The sessions that a person has deleted. Unreadable tombstones are not none: whatever has no file may be a deleted session (I14). */
export interface Tombstones {
  readonly ids: ReadonlySet<string>
  readonly readable: boolean
}

export async function readTombstones(fs: Fs, folder: string): Promise<Tombstones> {
  const path = join(folder, tombstonesName)
  const file = await readSeenFile(fs, path).catch(() => 'unreadable' as const)
  // A folder or a link in place of the file is not an absent file: the tombstones are unknown.
  if (file === undefined && !(await stands(fs, path))) return { ids: new Set(), readable: true }
  const value = typeof file === 'object' ? readJson(file.bytes) : undefined
  const ids = isRecord(value) ? value['ids'] : undefined
  // One that cannot be read makes the list unreadable: written anew without it, it would forget a delete.
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) return { ids: new Set(), readable: false }
  return { ids: new Set(ids), readable: true }
}

/** The tombstones, for a caller that is about to write. Throws when they cannot be read: then nothing may be decided by them (I14). */
async function readableTombstones(fs: Fs, folder: string): Promise<ReadonlySet<string>> {
  const { ids, readable } = await readTombstones(fs, folder)
  if (readable) return ids
  const what = 'The tombstones cannot be read, so that nobody can tell which sessions are deleted'
  throw new FileWorkError('changed_meanwhile', join(folder, tombstonesName), what)
}

/**
 * Whether a person has deleted the session.
 *
 * @throws FileWorkError `changed_meanwhile` when the tombstones cannot be read
 */
export async function isDeleted(fs: Fs, folder: string, sessionID: string): Promise<boolean> {
  return (await readableTombstones(fs, folder)).has(sessionID)
}

/**
 * Records that a session is deleted; durable when it resolves. No number of deletes pushes an older one out: a forgotten
 * tombstone is a session that comes back.
 *
 * @throws FileWorkError `changed_meanwhile` when the tombstones cannot be read: writing would forget them
 */
export async function addTombstone(fs: Fs, folder: string, sessionID: string): Promise<void> {
  const path = join(folder, tombstonesName)
  const ids = await readableTombstones(fs, folder)
  if (ids.has(sessionID)) return
  const bytes = Buffer.from(JSON.stringify({ version: 1, ids: [...ids, sessionID] }, null, 2))
  await replaceFileDurably(path, (write) => write(bytes), { fs })
}
