import { basename, join } from 'node:path'
import type { FileMemory, Stamp } from '../../files/file-memory.ts'
import type { Fs } from '../../files/fs.ts'
import { earlierVersionsIn, type EarlierVersion } from './earlier-versions.ts'
import { backupPath, sessionOf, sessionPath, turnJournalName } from './hermes-folder.ts'
import { listTurnJournals, readTurnJournal, type TurnJournal } from './read-turn-journal.ts'
import { readSessionCopy, type SessionCopy } from './session-copy.ts'
import { readSessionIndex, type SessionIndex } from './session-index.ts'
import { readStateDb, type StateDb } from './state-db.ts'
import { readTombstones, type Tombstones } from './tombstones.ts'
import { goneIs } from '../../files/gone-is.ts'

/** Both copies of one session. */
export interface SessionCopies {
  readonly sessionID: string
  readonly live: SessionCopy
  readonly backup: SessionCopy
}

/** Number of messages in each copy; -1 when the copy is missing. */
export interface CopyCounts {
  readonly live: number
  readonly backup: number
}

/** Everything that a folder of hermes-webui and its database say about sessions. */
export interface HermesStore {
  readonly folder: string
  readonly sessions: ReadonlyMap<string, SessionCopies>
  /** Sessions in whose place a folder or a link stands: it is not ours, and nothing may be written there. */
  readonly taken: ReadonlySet<string>
  /** Sessions that were sound at the last reading and whose files are unchanged since: the messages of each copy. */
  readonly quiet: ReadonlyMap<string, CopyCounts>
  /** For sessions that were read: the stamps by which to remember them when nothing is found wrong. */
  readonly stamps: ReadonlyMap<string, Stamp>
  /** The numbered versions of each session. */
  readonly versions: ReadonlyMap<string, readonly EarlierVersion[]>
  readonly index: SessionIndex
  readonly tombstones: Tombstones
  readonly db: StateDb
  readonly journals: ReadonlyMap<string, TurnJournal>
  /** Sessions with an unreadable part of their turn journal: it is unknown which of their turns have ended. */
  readonly unreadableJournals: ReadonlySet<string>
}

const absent: SessionCopy = { state: 'absent' }

/**
 * Both copies of a session, whatever else the folder holds.
 *
 * @example
 * const { live, backup } = await readCopies(nodeFs, folder, 'abc123')
 */
export async function readCopies(fs: Fs, folder: string, sessionID: string): Promise<SessionCopies> {
  const live = await readSessionCopy(fs, sessionPath(folder, sessionID))
  return { sessionID, live, backup: await readSessionCopy(fs, backupPath(folder, sessionID)) }
}

/** Whether all files of a session are as they were when nothing was wrong with it; if so it is not read again. */
async function recallSession(
  memory: FileMemory,
  sessionID: string,
  files: readonly string[],
): Promise<{ readonly stamp?: Stamp; readonly counts?: CopyCounts }> {
  const stamp = await memory.stamp(files)
  const [live, backup] = (stamp && memory.recall(sessionID, stamp)) ?? []
  return { ...(stamp && { stamp }), ...(live !== undefined && backup !== undefined && { counts: { live, backup } }) }
}

/**
 * Reads a folder; one that does not exist holds nothing. One bad file is one bad copy and stops nothing. With a memory, sessions
 * that it knows to be in order are left unread; those that are deleted never are, since what is left of them is a finding.
 */
export async function readHermesStore(
  fs: Fs,
  folder: string,
  stateDb?: string,
  memory?: FileMemory,
): Promise<HermesStore> {
  const names = await fs.readdir(folder).catch(goneIs([]))
  const present = new Set(names)
  const shards = await listTurnJournals(fs, folder)
  const tombstones = await readTombstones(fs, folder)
  const sessions = new Map<string, SessionCopies>()
  const journals = new Map<string, TurnJournal>()
  const unreadableJournals = new Set<string>()
  const taken = new Set<string>()
  const quiet = new Map<string, CopyCounts>()
  const stamps = new Map<string, Stamp>()
  const ids = [...names.flatMap((name) => sessionOf(name)?.sessionID ?? []), ...shards.keys()]
  for (const sessionID of [...new Set(ids)].sort()) {
    const own = [`${sessionID}.json`, `${sessionID}.json.bak`].filter((name) => present.has(name))
    const journal = shards.get(sessionID) ?? []
    if (memory && !tombstones.ids.has(sessionID)) {
      const paths = [...own, ...journal.map((name) => join(turnJournalName, name))].map((name) => join(folder, name))
      const { stamp, counts } = await recallSession(memory, sessionID, paths)
      if (counts) {
        quiet.set(sessionID, counts)
        continue
      }
      if (stamp) stamps.set(sessionID, stamp)
    }
    const read = (path: string): Promise<SessionCopy> | SessionCopy =>
      present.has(basename(path)) ? readSessionCopy(fs, path) : absent
    const copies = {
      sessionID,
      live: await read(sessionPath(folder, sessionID)),
      backup: await read(backupPath(folder, sessionID)),
    }
    if (copies.live.state === 'absent' && copies.live.isTaken) taken.add(sessionID)
    if (copies.live.state !== 'absent' || copies.backup.state !== 'absent') sessions.set(sessionID, copies)
    if (journal.length === 0) continue
    const turns = await readTurnJournal(fs, folder, sessionID, journal).catch(() => undefined)
    if (turns) journals.set(sessionID, turns)
    else unreadableJournals.add(sessionID)
  }
  const [index, db] = [await readSessionIndex(fs, folder), await readStateDb(stateDb)]
  const versions = earlierVersionsIn(folder, names)
  return { folder, sessions, taken, quiet, stamps, versions, index, tombstones, db, journals, unreadableJournals }
}
