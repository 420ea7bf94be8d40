import { isRecord } from '../../json/is-record.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import type { StateEntry } from '../../storage/state-store.ts'
import { stateClaims } from '../claims/state-claims.ts'
import { applyChanges, encodeChange } from './apply-changes.ts'
import { decodeSnapshot, encodeSnapshot, isNewerVersion } from './snapshot-text.ts'
import type { Snapshot } from './snapshot.ts'
import type { DamagedSnapshot, LoadedSnapshots, SnapshotStore } from './snapshot-store.ts'

/** The state key of the snapshot, within the session itself: a separate list of sessions could be wrong. */
const key = 'supervisor.snapshot'
/** Each change since is a value of its own, so that a journal records only the change, not the whole snapshot again. */
const changePrefix = 'supervisor.change.'
const owner = 'supervisor'

interface Kept {
  readonly snapshot: string
  readonly former?: string | undefined
}

function keptOf(value: unknown): Kept | undefined {
  return isRecord(value) && typeof value['snapshot'] === 'string' ? (value as unknown as Kept) : undefined
}

/** Snapshots as state values of a session store: the newest and the one before. The store makes them durable. */
export function storeSnapshots(store: Pick<SessionStore, 'state' | 'statesNamed' | 'execute'>): SnapshotStore {
  const { state } = store
  const claims = stateClaims(store)
  const keep = (sessionID: string, name: string, value: unknown, token: number): Promise<void> =>
    claims.write({ sessionID, token, owner, key: name, value: JSON.stringify(value) })
  const read = async (sessionID: string): Promise<Kept | undefined> => {
    const stored = await state.get(sessionID, key, { owner })
    return stored.found ? keptOf(stored.value) : undefined
  }
  const changesOf = async (sessionID: string): Promise<readonly StateEntry[]> =>
    (await state.list(sessionID, { owner })).filter((entry) => entry.key.startsWith(changePrefix))
  const changeKeys = async (sessionID: string): Promise<string[]> =>
    (await changesOf(sessionID)).map((each) => each.key)

  const readOne = async (sessionID: string, damaged: DamagedSnapshot[]): Promise<Snapshot | undefined> => {
    const kept = await read(sessionID)
    const changes = (await changesOf(sessionID)).map(({ value }) => String(value)).join('')
    for (const text of [kept?.snapshot, kept?.former]) {
      if (text === undefined) continue
      try {
        const { snapshot, why } = await applyChanges(await decodeSnapshot(text, `${sessionID}: ${key}`), changes)
        if (why !== undefined) damaged.push({ sessionID, place: key, why })
        return snapshot
      } catch (cause) {
        if (isNewerVersion(cause)) throw cause
        damaged.push({ sessionID, place: key, why: 'The stored snapshot cannot be read.' })
      }
    }
    return undefined
  }
  const readEach = async (ids: readonly string[]): Promise<LoadedSnapshots> => {
    const snapshots: Snapshot[] = []
    const damaged: DamagedSnapshot[] = []
    for (const sessionID of ids) {
      const snapshot = await readOne(sessionID, damaged)
      if (snapshot) snapshots.push(snapshot)
    }
    return { snapshots, damaged }
  }

  return {
    claims,
    load: async () => readEach((await store.statesNamed(owner, key)).map(({ sessionID }) => sessionID)),
    read: (sessionID) => readEach([sessionID]),
    async save(snapshot, token) {
      const former = (await read(snapshot.sessionID))?.snapshot
      const kept: Kept = { snapshot: encodeSnapshot(snapshot), ...(former !== undefined && { former }) }
      const { sessionID } = snapshot
      await keep(sessionID, key, kept, token)
      // Changes that a crash here leaves behind are older than the snapshot, and not replayed.
      const keys = await changeKeys(sessionID)
      if (keys.length > 0) await claims.clear({ sessionID, token, owner, keys })
    },
    append: (change, token) =>
      keep(change.sessionID, changePrefix + String(change.revision).padStart(12, '0'), encodeChange(change), token),
    async remove(sessionID, token) {
      await claims.clear({ sessionID, token, owner, keys: [key, ...(await changeKeys(sessionID))] })
      await claims.take(sessionID, token + 1, null)
    },
    async archive(snapshot) {
      await state.set(snapshot.sessionID, 'supervisor.archive', encodeSnapshot(snapshot), { owner, create: true })
      return `${snapshot.sessionID}: supervisor.archive`
    },
  }
}
