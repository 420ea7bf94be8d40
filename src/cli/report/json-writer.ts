import type { Output } from '../output/output.ts'
import { toJson } from '../../doctor/redact/to-json.ts'
import { version } from '../../doctor/version.ts'
import type { StoreAudit } from '../../doctor/audit/audit-machine.ts'
import type { ReportWriter } from './report-writer.ts'

/** Changes with every change that a reader could trip over; new fields do not count. */
export const doctorSchema = 'session-recovery.doctor/1'

const head = { schema: doctorSchema, tool: { name: 'session-recovery', version } }

/** One JSON document: `{ schema, tool, sessions: [...], audits: [...], summary }`, or `error` in the place of the summary. */
export function jsonWriter({ write }: Output): ReportWriter {
  let separator = '\n'
  const audits: StoreAudit[] = []
  const close = (last: string): Promise<void> => write(`\n],"audits":${toJson(audits)},${last}}\n`)
  return {
    start: () => write(`${toJson(head).slice(0, -1)},"sessions":[`),
    async session(report) {
      await write(separator + toJson(report))
      separator = ',\n'
    },
    async audit(audit) {
      audits.push(audit)
    },
    end: (summary) => close(`"summary":${toJson(summary)}`),
    fail: (error) => close(`"error":${toJson(error)}`),
  }
}

/** One JSON object per line: the head, each session, the summary (or an error), distinguished by `kind`. */
export function jsonlWriter({ line }: Output): ReportWriter {
  return {
    start: () => line(toJson({ kind: 'head', ...head })),
    session: (report) => line(toJson({ kind: 'session', ...report })),
    audit: (audit) => line(toJson({ kind: 'audit', ...audit })),
    end: (summary) => line(toJson({ kind: 'summary', ...summary })),
    fail: (error) => line(toJson({ kind: 'error', ...error })),
  }
}
