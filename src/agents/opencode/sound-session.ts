import type { SessionFinding } from '../session-finding.ts'
import type { RowChange, StoredRow } from './stored-rows.ts'

/** A row that can be read, by itself or after its repair. */
export interface SoundRow {
  readonly row: StoredRow
  readonly value: Record<string, unknown>
}

export interface SoundMessage extends SoundRow {
  readonly parts: readonly SoundRow[]
}

export interface SoundSession {
  readonly messages: readonly SoundMessage[]
  readonly findings: readonly SessionFinding[]
  /** The row changes that repair the findings. */
  readonly repairs: readonly RowChange[]
}
