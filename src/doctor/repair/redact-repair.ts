import type { Redactor } from '../redact/redact.ts'
import type { RepairReport } from './repair-report.ts'

/** The report without names: texts of its parts were redacted when they were made. */
export function redactRepair(report: RepairReport, redactor: Redactor): RepairReport {
  if (!redactor.active) return report
  const { agent, id, path, findings, next } = report
  const redact = (list: RepairReport['findings'], command: string | null): ReturnType<Redactor['report']> =>
    redactor.report({
      agent,
      id,
      path,
      findings: list,
      next: command,
      messages: 0,
      sizeBytes: 0,
      modifiedAt: '',
      status: 'unknown',
    })
  const before = redact(findings, next)
  const { error, ...rest } = report
  return {
    ...rest,
    id: before.id,
    path: before.path,
    findings: before.findings,
    remaining: redact(report.remaining, null).findings,
    records: report.records.map(({ record: { id: record, ...place }, ...change }) => ({
      ...change,
      record: { ...place, ...(record !== undefined && { id: redactor.name(record) }) },
    })),
    ...(error && {
      error: { ...error, message: error.message.replaceAll(path, before.path).replaceAll(id, before.id) },
    }),
    next: before.next,
    resume: report.resume?.replace(/ \S+$/, ` ${before.id}`) ?? null,
  }
}
