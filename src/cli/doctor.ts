import { CliError } from './cli-error.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { firstPrompt } from '../doctor/check/first-prompt.ts'
import { redactAudit } from '../doctor/redact/redact-audit.ts'
import { createRedactor, type Redactor } from '../doctor/redact/redact.ts'
import type { Output } from './output/output.ts'
import type { SessionRef } from '../agents/agent.ts'
import { auditMachine } from '../doctor/audit/audit-machine.ts'
import { checkSession } from '../doctor/check/check-session.ts'
import { SummaryBuilder } from '../doctor/check/doctor-summary.ts'
import { closingOnFailure } from './report/closing-on-failure.ts'
import { issueWriter } from './report/issue-writer.ts'
import { jsonlWriter, jsonWriter } from './report/json-writer.ts'
import type { ReportWriter } from './report/report-writer.ts'
import { sarifWriter } from './report/sarif-writer.ts'
import { textWriter } from './report/text-writer.ts'
import { newestFirst, type Selection } from '../doctor/sessions/find-sessions.ts'
import { lookedIn } from './sessions/looked-in.ts'
import { formatOf, selectionOf } from './sessions/selection-of.ts'
import { namingStdin, withStdinAsFile } from './sessions/stdin-file.ts'
import type { Invocation } from './table/command.ts'
import type { HtmlReport } from './html/html-report.ts'
import { counted } from '../json/counted.ts'

const writers: Readonly<Record<string, (output: Output, all: boolean) => ReportWriter>> = {
  text: (output, all) => textWriter(output, { all }),
  json: jsonWriter,
  jsonl: jsonlWriter,
  sarif: sarifWriter,
  report: issueWriter,
}

async function openHtml(invocation: Invocation, { cwd }: CliContext): Promise<HtmlReport | undefined> {
  const path = invocation.options.text('html')
  if (path === undefined) return undefined
  const { createHtmlReport } = await import('./html/html-report.ts')
  return createHtmlReport(path, cwd)
}

/** Copies are compared where whole stores are looked at, not single sessions. Whether any disagree. */
async function showAudits(
  { named, agents }: Selection,
  writer: ReportWriter,
  redactor: Redactor,
  context: CliContext,
): Promise<boolean> {
  if (named.length > 0) return false
  let disagrees = false
  for await (const audit of auditMachine(context, agents)) {
    disagrees ||= audit.report.status !== 'ok'
    await writer.audit(redactAudit(audit, redactor))
  }
  return disagrees
}

/** The outputs of a run of the command. */
interface Reporting {
  readonly writer: ReportWriter
  readonly html: HtmlReport | undefined
  readonly redactor: Redactor
  readonly summary: SummaryBuilder
  readonly stdinFile: string | undefined
}

async function showSessions(
  refs: readonly SessionRef[],
  { writer, html, redactor, summary, stdinFile }: Reporting,
  invocation: Invocation,
  context: CliContext,
): Promise<void> {
  for (const [index, ref] of refs.entries()) {
    const { report, session } = await checkSession(ref, { as: formatOf(invocation), environment: context })
    // Piped input has no file to write a repair to.
    const piped = ref.path === stdinFile ? { ...report, id: 'stdin', path: '-', next: null } : report
    const shown = redactor.report(piped)
    summary.add(shown)
    await writer.session(shown, redactor.active || !session ? undefined : firstPrompt(session))
    await html?.add(shown, session, redactor)
    context.output.progress(`checked ${counted(index + 1, 'session')}: ${shown.path}`)
  }
}

/** `session-recovery doctor`: checks sessions one after the other and reports its findings. */
export async function doctor(invocation: Invocation, context: CliContext): Promise<ExitCode> {
  const { options, positionals } = invocation
  const { output } = context
  const isReport = options.flag('report')
  const format = isReport ? 'report' : options.flag('json') ? 'json' : (options.text('format') ?? 'text')
  const writer = writers[format]?.(output, options.flag('all'))
  if (!writer) throw new CliError('usage', `No format ${format}.`, 'See: session-recovery doctor --help')
  const redactor = createRedactor(isReport || options.flag('redact'))
  const summary = new SummaryBuilder()
  return withStdinAsFile(positionals, context, async (named, stdinFile) => {
    const selection = selectionOf(invocation, named, context)
    const html = await openHtml(invocation, context)
    // A page is written to its end.
    if (html) output.goOnUnread()
    try {
      // A name that means nothing must not leave half a document behind.
      const refs = await newestFirst(context, selection)
      await writer.start()
      const disagrees = await closingOnFailure(
        redactor.active,
        async () => {
          await showSessions(refs, { writer, html, redactor, summary, stdinFile }, invocation, context)
          return showAudits(selection, writer, redactor, context)
        },
        async ({ message, ...error }) =>
          writer.fail?.({ ...error, ...(message !== undefined && { message: namingStdin(message, stdinFile) }) }),
      )
      output.progress('')
      const outcome = summary.build()
      await writer.end(outcome, redactor.active ? [] : await lookedIn(selection, context))
      await html?.finish(outcome)
      return outcome.broken > 0 || disagrees ? exitCode.findings : exitCode.healthy
    } finally {
      await html?.discard()
    }
  })
}
