import type { DetectedError } from '../detection/detected-error.ts'
import type { RecoveryOutcome, RecoveryReport } from './recovery-report.ts'
import type { RepairResult } from '../repair/repair-result.ts'

/** What a report is made of. */
export interface ReportParts {
  readonly outcome: RecoveryOutcome
  readonly sessionID: string | undefined
  readonly error?: unknown
  readonly detected?: DetectedError | null
  readonly result?: RepairResult | undefined
}

/** A report around the result of a repair, or around none. */
export function reportOf({ outcome, sessionID, error, detected, result }: ReportParts): RecoveryReport {
  return {
    outcome,
    sessionID,
    error,
    detected: detected ?? null,
    faults: result?.faults ?? [],
    remaining: result?.remaining ?? [],
    edits: result?.edits ?? [],
    loss: result?.loss ?? 'none',
    ...(result?.request && { request: result.request }),
    ...(result?.betas && { betas: result.betas }),
    resumed: false,
  }
}
