import type { FileMemory } from '../../files/file-memory.ts'
import type { Fs } from '../../files/fs.ts'
import type { BatchWrite } from '../../files/write-batch.ts'
import type { AuditReport } from './audit-item.ts'

/** Layouts whose copies can be compared. */
export const layoutNames = ['hermes-webui', 'codex', 'claude-code', 'opencode', 'journal'] as const

/** Names a layout: whose files an audit reads. */
export type LayoutName = (typeof layoutNames)[number]

/** The store to audit. */
export interface AuditTarget {
  /** Absolute. */
  readonly folder: string
  /** The program's own database, opened for reading. */
  readonly stateDb?: string | undefined
  readonly fs: Fs
  /** What was sound at the last reading: a layout that supports it skips unchanged files. */
  readonly memory?: FileMemory | undefined
}

/** A store that was read: its problems, and their repair. */
export interface AuditedStore {
  readonly report: AuditReport
  /** The writes for every repairable finding, each with the state that was read. Nothing is written yet. */
  plan(): Promise<readonly BatchWrite[]>
  /** Files whose open writers mean that the program is running; missing files have none. */
  readonly liveFiles: readonly string[]
  /** Where the program records that it is running although it holds no file open: the path of that record. */
  busy?(): Promise<string | undefined>
}

/** One way in which a program keeps several copies of a session: which is the source of truth, and what is derived. */
export type AuditLayout = (target: AuditTarget) => Promise<AuditedStore>
