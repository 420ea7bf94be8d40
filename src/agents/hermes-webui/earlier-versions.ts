import { join } from 'node:path'
import { createFileDurably } from '../../files/create-file-durably.ts'
import { inTurnOfLock } from '../../files/in-turn-of-lock.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import type { BackupOptions } from '../../files/backup-folder.ts'
import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { readSeenFile } from '../../files/read-seen-file.ts'
import { replaceFileDurably } from '../../files/replace-file-durably.ts'
import { backupPath, isSessionID, sessionPath } from './hermes-folder.ts'
import { countOf, readSessionCopy } from './session-copy.ts'
import { isDeleted } from './tombstones.ts'

/**
 * A version of a session from before a shrink: `<session>.json.bak.<number>`, the larger the newer. hermes-webui knows `.bak` alone,
 * which the next shrink overwrites; these are what it held before. The program neither reads nor lists them.
 */
export interface EarlierVersion {
  readonly number: number
  readonly path: string
}

/** `.bak` and so many before it, where nothing else is asked for. */
export const KEPT_VERSIONS = 3

const named = /^(.+)\.json\.bak\.(\d{1,9})$/

/** The numbered versions of every session of a folder, each session's newest first. */
export function earlierVersionsIn(folder: string, names: readonly string[]): ReadonlyMap<string, EarlierVersion[]> {
  const found = new Map<string, EarlierVersion[]>()
  for (const name of names) {
    const [, sessionID = '', number] = named.exec(name) ?? []
    if (!isSessionID(sessionID)) continue
    const versions = found.get(sessionID) ?? []
    found.set(sessionID, versions)
    versions.push({ number: Number(number), path: join(folder, name) })
  }
  for (const versions of found.values()) versions.sort((a, b) => b.number - a.number)
  return found
}

/**
 * The numbered versions of a session, newest first; the one in `.bak` is newer than all of them.
 *
 * @throws what the system throws when the folder cannot be listed
 * @example
 * const [newest] = await listEarlierVersions(folder, sessionID)
 */
export async function listEarlierVersions(
  folder: string,
  sessionID: string,
  fs: Fs = nodeFs,
): Promise<readonly EarlierVersion[]> {
  return earlierVersionsIn(folder, await fs.readdir(folder)).get(sessionID) ?? []
}

/** Lets the oldest go until `kept` with `.bak` are left. */
async function dropOldest(fs: Fs, versions: readonly EarlierVersion[], kept: number): Promise<void> {
  for (const { path } of versions.slice(Math.max(0, kept - 1))) await fs.unlink(path)
}

/**
 * Gives what `.bak` holds a number before something else takes its place, and lets the oldest go until `kept` with `.bak` are
 * left. A `.bak` that holds what the newest number holds gets none: a crash in between makes no second one.
 */
export async function numberBackup(fs: Fs, folder: string, sessionID: string, kept: number): Promise<void> {
  const backup = await readSeenFile(fs, backupPath(folder, sessionID))
  const versions = [...(await listEarlierVersions(folder, sessionID, fs))]
  const newest = versions[0] && (await readSeenFile(fs, versions[0].path))
  if (backup && backup.sha256 !== newest?.sha256 && kept > 1) {
    const number = (versions[0]?.number ?? 0) + 1
    const path = `${backupPath(folder, sessionID)}.${number}`
    if (!(await createFileDurably(path, backup.bytes, fs)))
      throw new FileWorkError('changed_meanwhile', path, 'Somebody else has numbered a version')
    versions.unshift({ number, path })
  }
  // Only now: a version is deleted when its replacement is durable.
  await dropOldest(fs, versions, kept)
}

/** The number of versions that a restore keeps, and where replaced files go. */
export interface RestoreVersionOptions extends BackupOptions {
  /** Versions that are kept, `.bak` among them. Default 3. */
  readonly versions?: number
}

/**
 * Brings a numbered version back as the session. What the session held becomes `.bak`, so that this can be taken back the same
 * way.
 *
 * @returns the number of messages that the session holds now
 * @throws FileWorkError `not_a_file` for an id that is none, or a version that is not there or cannot be read;
 *   `changed_meanwhile` for a deleted session (I14), or while the tombstones cannot be read
 * @example
 * await restoreEarlierVersion(folder, sessionID, newest.number)
 */
export async function restoreEarlierVersion(
  folder: string,
  sessionID: string,
  number: number,
  { versions = KEPT_VERSIONS, ...options }: RestoreVersionOptions = {},
): Promise<number> {
  const { fs = nodeFs } = options
  const path = sessionPath(folder, sessionID)
  return inTurnOfLock(
    folder,
    async () => {
      if (await isDeleted(fs, folder, sessionID))
        throw new FileWorkError('changed_meanwhile', path, 'The session is deleted')
      const version = `${backupPath(folder, sessionID)}.${number}`
      const copy = await readSessionCopy(fs, version)
      if (copy.state !== 'sound') throw new FileWorkError('not_a_file', version, 'There is no such version to be read')
      const live = await readSeenFile(fs, path)
      // Numbered without letting any go: the one that is asked for may be the oldest.
      await numberBackup(fs, folder, sessionID, Number.POSITIVE_INFINITY)
      if (live) await replaceFileDurably(backupPath(folder, sessionID), (write) => write(live.bytes), { fs })
      await replaceFileDurably(path, (write) => write(copy.bytes), { fs })
      await dropOldest(fs, await listEarlierVersions(folder, sessionID, fs), versions)
      return countOf(copy)
    },
    options,
  )
}
