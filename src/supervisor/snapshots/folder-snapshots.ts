import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FileWorkError, systemCode } from '../../files/file-work-error.ts'
import { ignoreMissing } from '../../files/ignore-missing.ts'
import { decodedComponent } from '../../json/decoded-component.ts'
import { folderClaims } from '../claims/folder-claims.ts'
import { takenError } from '../taken-error.ts'
import { appendDurably } from './append-durably.ts'
import { encodeChange } from './apply-changes.ts'
import { archiveSnapshot } from './archive-snapshot.ts'
import { changesName, loadGeneration, saveGeneration } from './snapshot-generations.ts'
import type { Snapshot } from './snapshot.ts'
import type { DamagedSnapshot, LoadedSnapshots, SnapshotChange, SnapshotStore } from './snapshot-store.ts'

/** The session id of a folder name; `undefined` for a folder that is not ours. */
function sessionOf(name: string): string | undefined {
  const sessionID = decodedComponent(name)
  if (sessionID === undefined || name.startsWith('.')) return undefined
  return encodeURIComponent(sessionID) === name ? sessionID : undefined
}

export interface FolderSnapshotOptions {
  /** Leaves damaged files in place. */
  readonly readOnly?: boolean
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * Snapshots in a folder: one folder per session, with `snapshot.json`, older generations, the changes since, and the claims.
 * Folders (0700) and files (0600) are accessible to the owner only; the folder is created at the first write.
 */
export function folderSnapshots(
  folder: string,
  generations: number,
  { readOnly = false, now = Date.now }: FolderSnapshotOptions = {},
): SnapshotStore {
  const folderOf = (sessionID: string): string => join(folder, encodeURIComponent(sessionID))
  const claims = folderClaims(folderOf, now)
  const fence = async (sessionID: string, token: number): Promise<void> => {
    if ((await claims.newest(sessionID))?.token === token) return
    throw takenError(sessionID)
  }
  const archiveFolder = join(folder, '.failed-sessions')

  const loadOne = (sessionID: string, damaged: DamagedSnapshot[]): Promise<Snapshot | undefined> =>
    loadGeneration({ folder: folderOf(sessionID), sessionID, generations, readOnly }, damaged)

  return {
    claims,

    async load(): Promise<LoadedSnapshots> {
      const names = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
        if (systemCode(cause) === 'ENOENT') return []
        throw FileWorkError.from(cause, folder, 'Cannot read the folder of the supervisor')
      })
      const damaged: DamagedSnapshot[] = []
      const snapshots: Snapshot[] = []
      for (const entry of names) {
        const sessionID = entry.isDirectory() ? sessionOf(entry.name) : undefined
        const snapshot = sessionID === undefined ? undefined : await loadOne(sessionID, damaged)
        if (snapshot) snapshots.push(snapshot)
      }
      return { snapshots, damaged }
    },

    async read(sessionID) {
      const damaged: DamagedSnapshot[] = []
      const snapshot = await loadOne(sessionID, damaged)
      return { snapshots: snapshot ? [snapshot] : [], damaged }
    },

    async save(snapshot, token) {
      // The claim is a file in the session's folder, so the folder exists.
      await fence(snapshot.sessionID, token)
      await saveGeneration(folderOf(snapshot.sessionID), generations, snapshot)
    },

    async append(change: SnapshotChange, token) {
      await fence(change.sessionID, token)
      await appendDurably(join(folderOf(change.sessionID), changesName), encodeChange(change))
    },

    async remove(sessionID, token) {
      await fence(sessionID, token)
      // Renamed first, claim included, so that a concurrent registration of the id creates a new folder.
      const gone = join(folder, `.removed-${encodeURIComponent(sessionID)}-${randomUUID()}`)
      await rename(folderOf(sessionID), gone).then(() => rm(gone, { recursive: true }), ignoreMissing)
    },

    archive: (snapshot) => archiveSnapshot(archiveFolder, snapshot),
  }
}
