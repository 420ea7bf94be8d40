import type { Loss } from '../../faults/loss.ts'
import type { RecordChange } from '../../agents/agent.ts'
import type { ReportedFinding } from '../check/reported-finding.ts'
import type { EditDiff } from './part-diff.ts'

/**
 * - `healthy`: nothing to do
 * - `planned`: can be repaired; nothing was written
 * - `unrepairable`: findings are left for which there is no repair, or none within `--allow`
 * - `applied`: written and checked again
 * - `rolled_back`: written, found not to be better, and restored
 * - `refused`: writing would be unsafe; nothing was written
 * - `failed`: an error; the old file is in place
 */
export type RepairStatus = 'healthy' | 'planned' | 'unrepairable' | 'applied' | 'rolled_back' | 'refused' | 'failed'

/** The result of `repair` for one session, done or planned. */
export interface RepairReport {
  readonly agent: string
  readonly id: string
  readonly path: string
  readonly status: RepairStatus
  /** The loss of the plan. */
  readonly loss: Loss
  /** Before the repair. */
  readonly findings: readonly ReportedFinding[]
  /** The remaining findings, or those that would remain. */
  readonly remaining: readonly ReportedFinding[]
  readonly edits: readonly EditDiff[]
  /** Lines or rows that change. */
  readonly records: readonly RecordChange[]
  /** Id for `undo`. */
  readonly backup?: string
  /** File with the bytes that could not be read. */
  readonly quarantine?: string
  readonly error?: {
    readonly code: string
    readonly message: string
    readonly remedy: string
    /** The file or folder that could not be read or written. */
    readonly path?: string
  }
  readonly notes: readonly string[]
  /** The greatest loss that was allowed. */
  readonly allow: Loss
  /** The command of the program that resumes the session, quoted for a shell. */
  readonly resume: string | null
  readonly next: string | null
}
