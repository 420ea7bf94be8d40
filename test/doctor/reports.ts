import type { ReportedFinding, SessionReport } from '../../src/doctor/check/reported-finding.ts'

/** A finding of a file. */
export const finding = (severity: ReportedFinding['severity'], loss: ReportedFinding['loss']): ReportedFinding => {
  return {
    id: 'f',
    severity,
    loss,
    level: 'file',
    type: 'damaged_line',
    at: null,
    detail: { id: 'mine', reason: 'torn', n: 1 },
  }
}
/** The report of a session; the agent is the first letter of its id. */
export const report = (
  id: string,
  status: SessionReport['status'],
  ...findings: readonly ReportedFinding[]
): SessionReport => ({
  agent: id.slice(0, 1),
  id,
  path: `/${id}`,
  messages: 1,
  sizeBytes: 1,
  modifiedAt: '',
  status,
  findings,
  next: `session-recovery repair ${id} --allow lossy`,
})
