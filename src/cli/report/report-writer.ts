import type { StoreAudit } from '../../doctor/audit/audit-machine.ts'
import type { SearchedFolder } from '../../doctor/sessions/searched-folders.ts'
import type { DoctorSummary } from '../../doctor/check/doctor-summary.ts'
import type { SessionReport } from '../../doctor/check/reported-finding.ts'
import type { DocumentError } from './closing-on-failure.ts'

/** Writes a run of `doctor` as it goes on: no session is kept. */
export interface ReportWriter {
  start(): Promise<void>
  /** @param prompt the first words of the person, for the terminal alone */
  session(report: SessionReport, prompt?: string): Promise<void>
  /** After the sessions: what the copies of one store say of each other. */
  audit(audit: StoreAudit): Promise<void>
  end(summary: DoctorSummary, searched?: readonly SearchedFolder[]): Promise<void>
  /** In the place of `end` where an error ended the run: closes a document. What people read has no end to miss. */
  fail?(error: DocumentError): Promise<void>
}
