import { pathToFileURL } from 'node:url'
import { auditCommandFor } from '../../doctor/audit/audit-command.ts'
import type { AuditItem } from '../../doctor/audit/audit-item.ts'
import { type AuditKind, auditKinds } from '../../doctor/audit/audit-kinds.ts'
import type { StoreAudit } from '../../doctor/audit/audit-machine.ts'
import { findingTypes, guideOf } from '../../doctor/guide/finding-guide.ts'
import { findingTitle } from '../../doctor/guide/finding-title.ts'
import type { Output } from '../output/output.ts'
import { toJson } from '../../doctor/redact/to-json.ts'
import { version } from '../../doctor/version.ts'
import type { ReportWriter } from './report-writer.ts'
import type { ReportedFinding, SessionReport } from '../../doctor/check/reported-finding.ts'
import { placeOf } from '../../doctor/check/place-of.ts'

const levels = { error: 'error', warning: 'warning', info: 'note' } as const

const copyLevels = { repairable: 'warning', unsafe_to_repair: 'error' } as const
const copyMeanings = {
  repairable: 'A safe repair puts it right, and can be undone.',
  unsafe_to_repair: 'Nothing is written: a person has to look at the copies.',
} as const
/** Findings about copies come behind those about conversations. */
const copyRules = Object.keys(auditKinds) as AuditKind[]
const copyRule = (kind: AuditKind): string => `copies/${kind}`

function rules(): unknown[] {
  const conversations = findingTypes.map((id) => {
    const { title, meaning, repair } = guideOf(id)
    return { id, shortDescription: { text: title }, fullDescription: { text: meaning }, help: { text: repair } }
  })
  const copies = copyRules.map((kind) => {
    const { category, recommendation } = auditKinds[kind]
    return {
      id: copyRule(kind),
      shortDescription: { text: `Copies of a session disagree: ${kind.replaceAll('_', ' ')}` },
      fullDescription: { text: copyMeanings[category] },
      help: { text: recommendation.replaceAll('_', ' ') },
    }
  })
  return [...conversations, ...copies]
}

function uriOf(path: string): string {
  return path.startsWith('/') || /^[a-z]:[\\/]/i.test(path) ? pathToFileURL(path).href : encodeURI(path)
}

function resultOf(report: SessionReport, finding: ReportedFinding): unknown {
  const place = placeOf(finding)
  return {
    ruleId: finding.type,
    ruleIndex: findingTypes.indexOf(finding.type),
    level: levels[finding.severity],
    message: {
      text: `${report.agent} session ${report.id}${place === '' ? '' : `, ${place}`}: ${findingTitle(finding)}.${report.next === null ? '' : ` Next: ${report.next}`}`,
    },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: uriOf(report.path) },
          ...(finding.line !== undefined && { region: { startLine: finding.line } }),
        },
      },
    ],
    partialFingerprints: { 'sessionRecovery/v1': finding.id },
    properties: { loss: finding.loss, detail: finding.detail },
  }
}

/** The place of a copy is the store: which of its files would have to change is for the repair to find out. */
function copyResultOf({ layout, folder, stateDb }: StoreAudit, item: AuditItem): unknown {
  const { session_id, kind, category, recommendation } = item
  const next = auditCommandFor({ layout, folder, stateDb })
  const about = session_id === '' ? `${layout} store` : `${layout} session ${session_id}`
  return {
    ruleId: copyRule(kind),
    ruleIndex: findingTypes.length + copyRules.indexOf(kind),
    level: copyLevels[category],
    message: {
      text: `${about}: ${kind.replaceAll('_', ' ')}, ${recommendation.replaceAll('_', ' ')}. Next: ${next}`,
    },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(folder) } } }],
    partialFingerprints: { 'sessionRecovery/v1': `${layout}/${session_id}/${kind}` },
    properties: item,
  }
}

/** SARIF 2.1.0, one run. */
export function sarifWriter({ write }: Output): ReportWriter {
  let separator = '\n'
  const driver = { name: 'session-recovery', version, rules: rules() }
  const result = async (value: unknown): Promise<void> => {
    await write(separator + toJson(value))
    separator = ',\n'
  }
  return {
    start: () =>
      write(
        `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":${toJson({ driver })},"results":[`,
      ),
    async session(report) {
      for (const finding of report.findings) await result(resultOf(report, finding))
    },
    async audit(audit) {
      for (const item of audit.report.items) await result(copyResultOf(audit, item))
    },
    end: () => write('\n]}]}\n'),
    fail: ({ code, message = code }) => {
      const toolExecutionNotifications = [{ level: 'error', message: { text: message } }]
      return write(`\n],"invocations":${toJson([{ executionSuccessful: false, toolExecutionNotifications }])}}]}\n`)
    },
  }
}
