import { memoryClaims } from '../claims/memory-claims.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot-text.ts'
import type { Snapshot } from './snapshot.ts'
import type { SnapshotStore } from './snapshot-store.ts'

/** Snapshots in memory, for a supervisor without folder and store. */
export function memorySnapshots(now: () => number): SnapshotStore {
  const kept = new Map<string, string>()
  const archives = new Map<string, string>()
  return {
    claims: memoryClaims(now),
    async load() {
      const snapshots: Snapshot[] = []
      for (const text of kept.values()) snapshots.push(await decodeSnapshot(text))
      return { snapshots, damaged: [] }
    },
    async read(sessionID) {
      const text = kept.get(sessionID)
      return { snapshots: text === undefined ? [] : [await decodeSnapshot(text)], damaged: [] }
    },
    async save(snapshot) {
      kept.set(snapshot.sessionID, encodeSnapshot(snapshot))
    },
    async append({ sessionID, revision, fields }) {
      const text = kept.get(sessionID)
      if (text !== undefined)
        kept.set(sessionID, encodeSnapshot({ ...(await decodeSnapshot(text)), ...fields, revision } as Snapshot))
    },
    async remove(sessionID) {
      kept.delete(sessionID)
    },
    async archive(snapshot) {
      archives.set(snapshot.sessionID, encodeSnapshot(snapshot))
      return `memory: ${snapshot.sessionID}`
    },
  }
}
