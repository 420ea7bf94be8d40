import { open, rename, unlink } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { AgentSession } from '../../agents/agent.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { guardTempFile, sweepTempFiles, tempPathFor } from '../../files/temp-files.ts'
import type { Redactor } from '../../doctor/redact/redact.ts'
import type { DoctorSummary } from '../../doctor/check/doctor-summary.ts'
import type { SessionReport } from '../../doctor/check/reported-finding.ts'
import { escapeHtml } from './escape-html.ts'
import { pageStyle } from './page-style.ts'
import { sessionSection } from './session-section.ts'
import { counted } from '../../json/counted.ts'

/** A page that is written as the sessions come; it appears under its name when it is complete. */
export interface HtmlReport {
  add(report: SessionReport, session: AgentSession | undefined, redactor: Redactor): Promise<void>
  finish(summary: DoctorSummary): Promise<void>
  /** Removes an unfinished report. */
  discard(): Promise<void>
}

const head = `<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width"><title>session-recovery</title><style>${pageStyle}</style></head>
<body><h1>Session report</h1>
`

/** Opens the page. Throws a `FileWorkError` when it cannot be created. */
export async function createHtmlReport(target: string, cwd: string): Promise<HtmlReport> {
  const path = resolve(cwd, target)
  await sweepTempFiles(nodeFs, path)
  const temp = tempPathFor(path)
  const fail = (cause: unknown): never => {
    throw FileWorkError.from(cause, path, 'The page cannot be written')
  }
  const file = await open(temp, 'wx', 0o600).catch(fail)
  const over = Promise.withResolvers<void>()
  void guardTempFile(nodeFs, temp, () => over.promise)
  let finished = false
  const report: HtmlReport = {
    async add(report, session, redactor) {
      if (report.findings.every(({ severity }) => severity === 'info')) return
      await file.writeFile(sessionSection(report, session, redactor)).catch(fail)
    },
    async finish({ sessions, broken, findings }) {
      const text = `${counted(sessions, 'session')}, ${broken} broken, ${counted(findings, 'finding')}.`
      await file.writeFile(`<footer><p>${escapeHtml(text)}</p></footer></body></html>\n`).catch(fail)
      await file.close()
      await rename(temp, path).catch(fail)
      finished = true
      over.resolve()
    },
    async discard() {
      if (finished) return
      await file.close().catch(() => undefined)
      await unlink(temp).catch(() => undefined)
      over.resolve()
    },
  }
  try {
    await file.writeFile(head).catch(fail)
    return report
  } catch (cause) {
    await report.discard()
    throw cause
  }
}
