import type { Snapshot } from './snapshot.ts'

/** A stored snapshot that could not be used. */
export interface DamagedSnapshot {
  readonly sessionID: string
  /** Where it was found. */
  readonly place: string
  /** Where it lies now; absent where nothing can be set aside. */
  readonly setAside?: string
  readonly why: string
}

export interface LoadedSnapshots {
  readonly snapshots: readonly Snapshot[]
  readonly damaged: readonly DamagedSnapshot[]
}

/** Where snapshots live. All methods reject when what they acknowledge would not be durable (I8). */
export interface SnapshotStore {
  /** The newest sound snapshot of every session; what is damaged is set aside and told, and an older generation serves. */
  load(): Promise<LoadedSnapshots>
  save(snapshot: Snapshot): Promise<void>
  /** A small change since the last {@link save}: cheap, and replayed by {@link load}. */
  append(change: SnapshotChange): Promise<void>
  /** Everything of the session goes, but its archives. */
  remove(sessionID: string): Promise<void>
  /** Keeps a snapshot for a person; gives back where. */
  archive(snapshot: Snapshot): Promise<string>
}

/** The fields of a snapshot that a change replaces. */
export interface SnapshotChange {
  readonly sessionID: string
  readonly revision: number
  readonly fields: Partial<Snapshot>
}
