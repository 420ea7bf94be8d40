import type { ClaimStore } from '../claims/claim-store.ts'
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

/**
 * Where snapshots live. All methods reject when what they acknowledge would not be durable (I8). Writes name the claim under which
 * they are made, and are refused when it is not the newest (I15).
 */
export interface SnapshotStore {
  /** Who looks after which session. */
  readonly claims: ClaimStore
  /** The newest sound snapshot of every session; what is damaged is set aside and told, and an older generation serves. */
  load(): Promise<LoadedSnapshots>
  /** The same for one session. */
  read(sessionID: string): Promise<LoadedSnapshots>
  save(snapshot: Snapshot, token: number): Promise<void>
  /** A small change since the last {@link save}: cheap, and replayed by {@link load}. */
  append(change: SnapshotChange, token: number): Promise<void>
  /** Everything of the session goes, its claim too, but its archives. */
  remove(sessionID: string, token: number): Promise<void>
  /** Keeps a snapshot for a person; gives back where. */
  archive(snapshot: Snapshot): Promise<string>
}

/** The fields of a snapshot that a change replaces. */
export interface SnapshotChange {
  readonly sessionID: string
  readonly revision: number
  readonly fields: Partial<Snapshot>
}
