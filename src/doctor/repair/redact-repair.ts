import type { Redactor } from '../redact/redact.ts'
import { withoutNames } from '../redact/without-names.ts'
import type { RepairReport } from './repair-report.ts'

/** The report without names: texts of its parts, and the id of a record in a note, were redacted when they were made. */
export function redactRepair(report: RepairReport, redactor: Redactor): RepairReport {
  if (!redactor.active) return report
  const { id, path, next } = report
  const before = redactor.report({ id, path, findings: report.findings, next })
  const { error, quarantine, ...rest } = report
  const hidden = (text: string): string =>
    withoutNames(text, report, redactor.name, error?.path === undefined ? [] : [error.path])
  return {
    ...rest,
    id: before.id,
    path: before.path,
    findings: before.findings,
    remaining: redactor.report({ id, path, findings: report.remaining, next: null }).findings,
    records: report.records.map(({ record: { id: record, ...place }, ...change }) => ({
      ...change,
      record: { ...place, ...(record !== undefined && { id: redactor.name(record) }) },
    })),
    ...(error && {
      error: {
        code: error.code,
        message: hidden(error.message),
        remedy: hidden(error.remedy),
        ...(error.path !== undefined && { path: redactor.name(error.path) }),
      },
    }),
    ...(quarantine !== undefined && { quarantine: redactor.name(quarantine) }),
    notes: report.notes.map(hidden),
    next: before.next,
    // The command that resumes a session may name another id of it.
    resume: report.resume === null ? null : hidden(report.resume).replace(/ \S+$/, ` ${before.id}`),
  }
}
