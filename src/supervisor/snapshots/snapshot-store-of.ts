import { resolve } from 'node:path'
import type { SessionSupervisorOptions } from '../supervisor-options.ts'
import { folderSnapshots } from './folder-snapshots.ts'
import { memorySnapshots } from './memory-snapshots.ts'
import type { SnapshotStore } from './snapshot-store.ts'
import { storeSnapshots } from './store-snapshots.ts'

/** The snapshot store of a supervisor, by its options. `now` in ms since 1970. */
export function snapshotStoreOf(
  { folder, store }: Pick<SessionSupervisorOptions, 'folder' | 'store'>,
  generations: number,
  now: () => number,
): SnapshotStore {
  if (folder !== undefined) return folderSnapshots(resolve(folder), generations, { now })
  return store ? storeSnapshots(store) : memorySnapshots(now)
}
