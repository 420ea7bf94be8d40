import type { StoreAudit } from '../../doctor/audit/audit-machine.ts'
import type { SearchedFolder } from '../../doctor/sessions/searched-folders.ts'
import type { DoctorSummary } from '../../doctor/check/doctor-summary.ts'
import type { SessionReport } from '../../doctor/check/reported-finding.ts'
import type { DocumentError } from './closing-on-failure.ts'

/** Writes the report of a `doctor` run while it proceeds: no session is kept in memory. */
export interface ReportWriter {
  start(): Promise<void>
  /** @param prompt the first words of the person, for the terminal alone */
  session(report: SessionReport, prompt?: string): Promise<void>
  /** Called after the sessions, with the comparison of one store's copies. */
  audit(audit: StoreAudit): Promise<void>
  end(summary: DoctorSummary, searched?: readonly SearchedFolder[]): Promise<void>
  /** Called instead of `end` when an error ended the run: closes a document. Plain text needs no closing. */
  fail?(error: DocumentError): Promise<void>
}
