import type { Fs } from '../../files/fs.ts'
import { systemCode } from '../../files/file-work-error.ts'
import { backupPath, sessionOf, sessionPath } from './hermes-folder.ts'
import { listTurnJournals, readTurnJournal, type TurnJournal } from './read-turn-journal.ts'
import { readSessionCopy, type SessionCopy } from './session-copy.ts'
import { readSessionIndex, type SessionIndex } from './session-index.ts'
import { readStateDb, type StateDb } from './state-db.ts'
import { readTombstones, type Tombstones } from './tombstones.ts'

/** Both copies of one session. */
export interface SessionCopies {
  readonly sessionID: string
  readonly live: SessionCopy
  readonly backup: SessionCopy
}

/** Everything that a folder of hermes-webui and its database say about sessions. */
export interface HermesStore {
  readonly folder: string
  readonly sessions: ReadonlyMap<string, SessionCopies>
  readonly index: SessionIndex
  readonly tombstones: Tombstones
  readonly db: StateDb
  readonly journals: ReadonlyMap<string, TurnJournal>
}

const absent: SessionCopy = { state: 'absent' }

/** Both copies of a session, whatever else the folder holds. */
export async function readCopies(fs: Fs, folder: string, sessionID: string): Promise<SessionCopies> {
  const live = await readSessionCopy(fs, sessionPath(folder, sessionID))
  return { sessionID, live, backup: await readSessionCopy(fs, backupPath(folder, sessionID)) }
}

/** Reads a whole folder; one that does not exist holds nothing. One bad file is one bad copy and stops nothing. */
export async function readHermesStore(fs: Fs, folder: string, stateDb?: string): Promise<HermesStore> {
  const names = await fs.readdir(folder).catch((cause: unknown) => {
    if (systemCode(cause) === 'ENOENT') return []
    throw cause
  })
  const ids = new Set(names.flatMap((name) => sessionOf(name)?.sessionID ?? []))
  const present = new Set(names)
  const sessions = new Map<string, SessionCopies>()
  for (const sessionID of [...ids].sort()) {
    const read = (name: string): Promise<SessionCopy> | SessionCopy =>
      present.has(name) ? readSessionCopy(fs, `${folder}/${name}`) : absent
    const copies = { sessionID, live: await read(`${sessionID}.json`), backup: await read(`${sessionID}.json.bak`) }
    if (copies.live.state !== 'absent' || copies.backup.state !== 'absent') sessions.set(sessionID, copies)
  }
  const journals = new Map<string, TurnJournal>()
  for (const [sessionID, shards] of await listTurnJournals(fs, folder))
    journals.set(sessionID, await readTurnJournal(fs, folder, sessionID, shards))
  return {
    folder,
    sessions,
    index: await readSessionIndex(fs, folder),
    tombstones: await readTombstones(fs, folder),
    db: await readStateDb(stateDb),
    journals,
  }
}
