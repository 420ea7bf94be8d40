import type { DoctorSummary } from '../../doctor/check/doctor-summary.ts'
import type { SessionReport } from '../../doctor/check/reported-finding.ts'

/** Writes a run of `doctor` as it goes on: no session is kept. */
export interface ReportWriter {
  start(): Promise<void>
  session(report: SessionReport): Promise<void>
  end(summary: DoctorSummary): Promise<void>
}
