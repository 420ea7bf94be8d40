import type { FileMemory } from '../../files/file-memory.ts'
import type { Fs } from '../../files/fs.ts'
import type { BatchWrite } from '../../files/write-batch.ts'
import type { AuditReport } from './audit-item.ts'

/** Layouts whose copies can be compared. */
export const layoutNames = ['hermes-webui', 'codex', 'claude-code', 'opencode', 'journal'] as const

/** Names a layout: whose files an audit reads. */
export type LayoutName = (typeof layoutNames)[number]

/** What is looked at. */
export interface AuditTarget {
  /** Absolute. */
  readonly folder: string
  /** The program's own database, opened for reading. */
  readonly stateDb?: string | undefined
  readonly fs: Fs
  /** What was in order when it was read last: a layout that knows how leaves it unread until it changes. */
  readonly memory?: FileMemory | undefined
}

/** A store that was read: what is wrong with it, and what would put that right. */
export interface AuditedStore {
  readonly report: AuditReport
  /** Files to be written for every repairable finding, each with what was seen when it was read. Nothing is written yet. */
  plan(): Promise<readonly BatchWrite[]>
  /** Files whose open writers mean that the program is at work; those that do not exist have none. */
  readonly liveFiles: readonly string[]
  /** Where the program tells that it is at work although it holds nothing open: the place that says so. */
  busy?(): Promise<string | undefined>
}

/** One way in which a program keeps several copies of a session: which is the source of truth, and what is derived. */
export type AuditLayout = (target: AuditTarget) => Promise<AuditedStore>
