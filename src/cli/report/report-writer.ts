import type { DoctorSummary } from './doctor-summary.ts'
import type { SessionReport } from './reported-finding.ts'

/** Writes a run of `doctor` as it goes on: no session is kept. */
export interface ReportWriter {
  start(): Promise<void>
  session(report: SessionReport): Promise<void>
  end(summary: DoctorSummary): Promise<void>
}
