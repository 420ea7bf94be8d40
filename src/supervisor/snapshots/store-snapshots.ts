import { isRecord } from '../../json/is-record.ts'
import type { StateStore } from '../../storage/state-store.ts'
import { applyChanges, encodeChange } from './apply-changes.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot-text.ts'
import type { Snapshot } from './snapshot.ts'
import type { DamagedSnapshot, SnapshotStore } from './snapshot-store.ts'

/** The session of a store under which the supervisor keeps the list of its own. */
const index = 'session-recovery.supervisor'
const key = 'supervisor.snapshot'
const owner = 'supervisor'

interface Kept {
  readonly snapshot: string
  readonly former?: string | undefined
  readonly changes: string
}

function keptOf(value: unknown): Kept | undefined {
  if (!isRecord(value) || typeof value['snapshot'] !== 'string' || typeof value['changes'] !== 'string')
    return undefined
  return value as unknown as Kept
}

/** Snapshots as small values of a session store: the newest and the one before it. The store makes them durable. */
export function storeSnapshots({ state }: { readonly state: StateStore }): SnapshotStore {
  const valueOf = async (sessionID: string, name: string): Promise<unknown> => {
    const stored = await state.get(sessionID, name, { owner })
    return stored.found ? stored.value : undefined
  }
  const keep = (sessionID: string, name: string, value: unknown): Promise<void> =>
    state.set(sessionID, name, value, { owner, create: true })
  const names = async (): Promise<string[]> => {
    const stored = await valueOf(index, 'sessions')
    return Array.isArray(stored) ? stored.filter((name) => typeof name === 'string') : []
  }
  // One change of the list at a time: two sessions that are registered together must both stand in it.
  let changing: Promise<void> = Promise.resolve()
  const changeNames = (change: (known: string[]) => string[]): Promise<void> => {
    changing = changing.then(async () => keep(index, 'sessions', change(await names())))
    return changing
  }
  const read = async (sessionID: string): Promise<Kept | undefined> => keptOf(await valueOf(sessionID, key))

  return {
    async load() {
      const snapshots: Snapshot[] = []
      const damaged: DamagedSnapshot[] = []
      for (const sessionID of await names()) {
        const kept = await read(sessionID)
        for (const text of [kept?.snapshot, kept?.former]) {
          if (text === undefined || kept === undefined) continue
          try {
            const { snapshot, why } = await applyChanges(await decodeSnapshot(text), kept.changes)
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
      const kept: Kept = { snapshot: encodeSnapshot(snapshot), changes: '', ...(former !== undefined && { former }) }
      await keep(snapshot.sessionID, key, kept)
      await changeNames((known) => [...new Set([...known, snapshot.sessionID])])
    },
    async append(change) {
      const kept = await read(change.sessionID)
      if (kept) await keep(change.sessionID, key, { ...kept, changes: kept.changes + encodeChange(change) })
    },
    async remove(sessionID) {
      await state.clear(sessionID, key, { owner })
      await changeNames((known) => known.filter((name) => name !== sessionID))
    },
    async archive(snapshot) {
      await keep(snapshot.sessionID, 'supervisor.archive', encodeSnapshot(snapshot))
      return `${snapshot.sessionID}: supervisor.archive`
    },
  }
}
