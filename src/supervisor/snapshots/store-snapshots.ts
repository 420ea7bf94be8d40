import { isRecord } from '../../json/is-record.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import type { StateEntry } from '../../storage/state-store.ts'
import { applyChanges, encodeChange } from './apply-changes.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot-text.ts'
import type { Snapshot } from './snapshot.ts'
import type { DamagedSnapshot, SnapshotStore } from './snapshot-store.ts'

/** Where the snapshot of a session stands, in that very session: no list of them is kept that could be wrong. */
const key = 'supervisor.snapshot'
/** Each change since is a value of its own: a journal gets a record of what is new, not the snapshot again. */
const changePrefix = 'supervisor.change.'
const owner = 'supervisor'

interface Kept {
  readonly snapshot: string
  readonly former?: string | undefined
}

function keptOf(value: unknown): Kept | undefined {
  return isRecord(value) && typeof value['snapshot'] === 'string' ? (value as unknown as Kept) : undefined
}

/** Snapshots as small values of a session store: the newest and the one before it. The store makes them durable. */
export function storeSnapshots(store: Pick<SessionStore, 'state' | 'statesNamed'>): SnapshotStore {
  const { state } = store
  const keep = (sessionID: string, name: string, value: unknown): Promise<void> =>
    state.set(sessionID, name, value, { owner, create: true })
  const read = async (sessionID: string): Promise<Kept | undefined> => {
    const stored = await state.get(sessionID, key, { owner })
    return stored.found ? keptOf(stored.value) : undefined
  }
  const changesOf = async (sessionID: string): Promise<readonly StateEntry[]> =>
    (await state.list(sessionID, { owner })).filter((entry) => entry.key.startsWith(changePrefix))
  const forgetChanges = async (sessionID: string): Promise<void> => {
    for (const change of await changesOf(sessionID)) await state.clear(sessionID, change.key, { owner })
  }

  return {
    async load() {
      const snapshots: Snapshot[] = []
      const damaged: DamagedSnapshot[] = []
      for (const { sessionID } of await store.statesNamed(owner, key)) {
        const kept = await read(sessionID)
        const changes = (await changesOf(sessionID)).map(({ value }) => String(value)).join('')
        for (const text of [kept?.snapshot, kept?.former]) {
          if (text === undefined) continue
          try {
            const { snapshot, why } = await applyChanges(await decodeSnapshot(text), changes)
            if (why !== undefined) damaged.push({ sessionID, place: key, why })
            snapshots.push(snapshot)
            break
          } catch {
            damaged.push({ sessionID, place: key, why: 'The stored snapshot cannot be read.' })
          }
        }
      }
      return { snapshots, damaged }
    },
    async save(snapshot) {
      const former = (await read(snapshot.sessionID))?.snapshot
      const kept: Kept = { snapshot: encodeSnapshot(snapshot), ...(former !== undefined && { former }) }
      await keep(snapshot.sessionID, key, kept)
      // What is left of them after a crash here is older than the snapshot, and not replayed.
      await forgetChanges(snapshot.sessionID)
    },
    append: (change) =>
      keep(change.sessionID, changePrefix + String(change.revision).padStart(12, '0'), encodeChange(change)),
    async remove(sessionID) {
      await state.clear(sessionID, key, { owner })
      await forgetChanges(sessionID)
    },
    async archive(snapshot) {
      await keep(snapshot.sessionID, 'supervisor.archive', encodeSnapshot(snapshot))
      return `${snapshot.sessionID}: supervisor.archive`
    },
  }
}
