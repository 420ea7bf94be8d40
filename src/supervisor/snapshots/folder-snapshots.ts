import { randomUUID } from 'node:crypto'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { FileWorkError, systemCode } from '../../files/file-work-error.ts'
import type { FsFile } from '../../files/fs.ts'
import { makeFolderDurably } from '../../files/make-folder-durably.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { replaceFileDurably } from '../../files/replace-file-durably.ts'
import { writeAll } from '../../files/write-all.ts'
import { decodedComponent } from '../../json/decoded-component.ts'
import { folderClaims } from '../claims/folder-claims.ts'
import { SupervisorError } from '../supervisor-error.ts'
import { applyChanges, encodeChange } from './apply-changes.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot-text.ts'
import type { Snapshot } from './snapshot.ts'
import type { DamagedSnapshot, LoadedSnapshots, SnapshotChange, SnapshotStore } from './snapshot-store.ts'
import { ignoreMissing } from '../../files/ignore-missing.ts'

/** Archives of one session: a crash loop must not fill the disk. */
const mostArchives = 5

const generationName = (generation: number): string => `snapshot${generation === 0 ? '' : `.${generation}`}.json`
const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '')

/** What the name of an archive has behind its session: the id of another session may begin with this one's. */
const archiveEnd = /-\d{8}T\d{9}Z-\d+\.archive\.json/

/** The session of a folder; `undefined` for one that nobody here has made. */
function sessionOf(name: string): string | undefined {
  const sessionID = decodedComponent(name)
  if (sessionID === undefined || name.startsWith('.')) return undefined
  return encodeURIComponent(sessionID) === name ? sessionID : undefined
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return undefined
    throw cause
  })
}

/** Where the last whole line ends; a file that no crash has torn is not read for it. */
async function endOfLines(file: FsFile, size: number, path: string): Promise<number> {
  const last = Buffer.alloc(1)
  if (size > 0) await file.readAt(last, size - 1)
  return size === 0 || last[0] === 0x0a ? size : (await readFile(path)).lastIndexOf('\n') + 1
}

/** Appends a line that survives a power loss. What a crash has torn was never acknowledged, and goes: replaying would end there. */
async function appendDurably(path: string, line: string): Promise<void> {
  const file = await nodeFs.open(path, 'a', 0o600)
  try {
    const { size } = await file.stat()
    const whole = await endOfLines(file, size, path)
    if (whole < size) await file.truncate(whole)
    await writeAll(file, Buffer.from(line))
    await file.sync()
    // Without its name there is no file after a power loss.
    if (whole === 0) await nodeFs.syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}

export interface FolderSnapshotOptions {
  /** What is damaged stays where it is. */
  readonly readOnly?: boolean
  /** Milliseconds since 1970. */
  readonly now?: () => number
}

/**
 * Snapshots in a folder: one folder a session, with `snapshot.json`, older generations beside it, the changes since, and the
 * claims. Folders are for the owner alone (0700), files too (0600); the folder is made when it is first written to.
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
    throw new SupervisorError('held', `Another supervisor looks after ${sessionID} by now.`, '')
  }
  const archiveFolder = join(folder, '.failed-sessions')

  const loadOne = async (sessionID: string, damaged: DamagedSnapshot[]): Promise<Snapshot | undefined> => {
    const own = folderOf(sessionID)
    for (let generation = 0; generation <= generations; generation += 1) {
      const place = join(own, generationName(generation))
      const text = await textOf(place)
      if (text === undefined) continue
      try {
        const base = await decodeSnapshot(text)
        if (base.sessionID !== sessionID) throw new Error('It belongs to another session.')
        const { snapshot, why } = await applyChanges(base, (await textOf(join(own, 'changes.ndjson'))) ?? '')
        if (why !== undefined) damaged.push({ sessionID, place: join(own, 'changes.ndjson'), why })
        return snapshot
      } catch (cause) {
        const setAside = `${place}.damaged`
        if (!readOnly) await rename(place, setAside)
        const why = cause instanceof SyntaxError ? 'It is no JSON.' : whyOf(cause)
        damaged.push({ sessionID, place, ...(!readOnly && { setAside }), why })
      }
    }
    return undefined
  }

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
      const own = folderOf(snapshot.sessionID)
      // Its claim stands in the folder, which is thus there.
      await fence(snapshot.sessionID, token)
      const newest = join(own, generationName(0))
      if (generations > 0 && (await textOf(newest)) !== undefined) {
        for (let generation = generations - 1; generation > 0; generation -= 1)
          await rename(join(own, generationName(generation)), join(own, generationName(generation + 1))).catch(
            ignoreMissing,
          )
        // A copy and not a rename: at no moment is there no snapshot.
        const former = await readFile(newest)
        await replaceFileDurably(join(own, generationName(1)), (write) => write(former), { mode: 0o600 })
      }
      const bytes = Buffer.from(encodeSnapshot(snapshot))
      await replaceFileDurably(newest, (write) => write(bytes), { mode: 0o600 })
      await rm(join(own, 'changes.ndjson'), { force: true })
    },

    async append(change: SnapshotChange, token) {
      await fence(change.sessionID, token)
      await appendDurably(join(folderOf(change.sessionID), 'changes.ndjson'), encodeChange(change))
    },

    async remove(sessionID, token) {
      await fence(sessionID, token)
      // At once, and with its claim: whoever registers the id while it goes makes a folder of its own.
      const gone = join(folder, `.removed-${encodeURIComponent(sessionID)}-${randomUUID()}`)
      await rename(folderOf(sessionID), gone).then(() => rm(gone, { recursive: true }), ignoreMissing)
    },

    async archive(snapshot) {
      await makeFolderDurably(nodeFs, archiveFolder)
      const owner = encodeURIComponent(snapshot.sessionID)
      const path = join(archiveFolder, `${owner}-${stamp(snapshot.takenAt)}-${snapshot.revision}.archive.json`)
      const bytes = Buffer.from(encodeSnapshot(snapshot))
      await replaceFileDurably(path, (write) => write(bytes), { mode: 0o600 })
      const own = (await readdir(archiveFolder)).filter((name) => name.replace(archiveEnd, '') === owner).sort()
      for (const name of own.slice(0, -mostArchives)) await rm(join(archiveFolder, name), { force: true })
      return path
    },
  }
}

/** The first complaint, without the values (I12). */
function whyOf(cause: unknown): string {
  if (cause instanceof Error && 'issues' in cause) {
    const [issue] = cause.issues as readonly { path: readonly PropertyKey[]; message: string }[]
    return `${issue?.path.join('.')}: ${issue?.message}.`
  }
  return cause instanceof Error ? cause.message : String(cause)
}
