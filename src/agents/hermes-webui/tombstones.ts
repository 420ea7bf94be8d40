import { join } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { readSeenFile } from '../../files/read-seen-file.ts'
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
  const file = await readSeenFile(fs, join(folder, tombstonesName)).catch(() => 'unreadable' as const)
  if (file === undefined) return { ids: new Set(), readable: true }
  const value = file === 'unreadable' ? undefined : readJson(file.bytes)
  const ids = isRecord(value) ? value['ids'] : undefined
  if (!Array.isArray(ids)) return { ids: new Set(), readable: false }
  return { ids: new Set(ids.filter((id) => typeof id === 'string')), readable: true }
}

/**
 * Records that a session is deleted; durable when it resolves. No number of deletes pushes an older one out: a forgotten
 * tombstone is a session that comes back.
 *
 * @throws FileWorkError `changed_meanwhile` when the tombstones cannot be read: writing would forget them
 */
export async function addTombstone(fs: Fs, folder: string, sessionID: string): Promise<void> {
  const path = join(folder, tombstonesName)
  const { ids, readable } = await readTombstones(fs, folder)
  if (!readable) throw new FileWorkError('changed_meanwhile', path, 'The tombstones cannot be read')
  if (ids.has(sessionID)) return
  const bytes = Buffer.from(JSON.stringify({ version: 1, ids: [...ids, sessionID] }, null, 2))
  await replaceFileDurably(path, (write) => write(bytes), { fs })
}
