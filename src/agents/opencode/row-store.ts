import type { RepairedFile, RepairFileOptions } from '../../files/repair-file.ts'
import type { Liveness } from '../../files/who-holds.ts'
import type { SessionPlace, SessionRef } from '../agent.ts'
import type { SoundSession } from './sound-session.ts'
import type { RowChange, StoredSession } from './stored-rows.ts'

/** A session as it was read, and its rows after unreadable ones were restored. */
export interface ReadSession {
  readonly session: StoredSession
  readonly sound: SoundSession
}

/** One of the two ways in which opencode has stored its sessions. */
export interface RowStore {
  sessions(path: string): Promise<readonly SessionRef[]>
  read(ref: SessionRef): Promise<ReadSession>
  /** Backs up, then makes all changes or none. */
  commit(ref: SessionRef, changes: readonly RowChange[], options: RepairFileOptions): Promise<RepairedFile>
  live(ref: SessionPlace, recentMs?: number): Promise<Liveness>
}
