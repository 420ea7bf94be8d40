import { pathToFileURL } from 'node:url'
import { findingTypes, guideOf } from '../../doctor/guide/finding-guide.ts'
import type { Output } from '../output/output.ts'
import { toJson } from '../../doctor/redact/to-json.ts'
import { version } from '../../doctor/version.ts'
import type { ReportWriter } from './report-writer.ts'
import type { ReportedFinding, SessionReport } from '../../doctor/check/reported-finding.ts'
import { placeOf } from '../../doctor/check/place-of.ts'

const levels = { error: 'error', warning: 'warning', info: 'note' } as const

function rules(): unknown[] {
  return findingTypes.map((id) => {
    const { title, meaning, repair } = guideOf(id)
    return { id, shortDescription: { text: title }, fullDescription: { text: meaning }, help: { text: repair } }
  })
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
      text: `${report.agent} session ${report.id}${place === '' ? '' : `, ${place}`}: ${guideOf(finding.type).title}.${report.next === null ? '' : ` Next: ${report.next}`}`,
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

/** SARIF 2.1.0, one run. */
export function sarifWriter({ write }: Output): ReportWriter {
  let separator = '\n'
  const driver = { name: 'session-recovery', version, rules: rules() }
  return {
    start: () =>
      write(
        `{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":${toJson({ driver })},"results":[`,
      ),
    async session(report) {
      for (const finding of report.findings) {
        await write(separator + toJson(resultOf(report, finding)))
        separator = ',\n'
      }
    },
    // SARIF is about places in files: the copies of a store have none.
    audit: () => Promise.resolve(),
    end: () => write('\n]}]}\n'),
  }
}
