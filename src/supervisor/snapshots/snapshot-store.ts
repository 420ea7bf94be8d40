import type { ClaimStore } from '../claims/claim-store.ts'
import type { Snapshot } from './snapshot.ts'

/** A stored snapshot that could not be used. */
export interface DamagedSnapshot {
  readonly sessionID: string
  /** Where it was found. */
  readonly place: string
  /** Where it was moved to; absent when it was left in place. */
  readonly setAside?: string
  readonly why: string
}

export interface LoadedSnapshots {
  readonly snapshots: readonly Snapshot[]
  readonly damaged: readonly DamagedSnapshot[]
}

/**
 * Stores snapshots. A method that resolves is durable (I8). Writes name the token of their claim, and are refused when it is not the
 * newest (I15).
 */
export interface SnapshotStore {
  /** The claims of supervisors on sessions. */
  readonly claims: ClaimStore
  /** The newest readable snapshot of every session; damaged ones are set aside and reported, and an older generation is used. */
  load(): Promise<LoadedSnapshots>
  /** The same for one session. */
  read(sessionID: string): Promise<LoadedSnapshots>
  save(snapshot: Snapshot, token: number): Promise<void>
  /** A small change since the last {@link save}: cheap, and replayed by {@link load}. */
  append(change: SnapshotChange, token: number): Promise<void>
  /** Deletes everything of the session, claim included, except its archives. */
  remove(sessionID: string, token: number): Promise<void>
  /** Archives a snapshot for a person; returns where. */
  archive(snapshot: Snapshot): Promise<string>
}

/** The fields of a snapshot that a change replaces. */
export interface SnapshotChange {
  readonly sessionID: string
  readonly revision: number
  readonly fields: Partial<Snapshot>
}
