import type { AgentSession, SessionRef, SessionWrite } from '../../agents/agent.ts'
import { NotRepresentableError } from '../../agents/not-representable-error.ts'
import type { FormatName } from '../../formats/format-name.ts'
import { findFormat } from '../../formats/index.ts'
import type { RepairResult } from '../../repair/repair-result.ts'
import { CliError, toShownError } from '../cli-error.ts'
import type { CliContext } from '../cli-context.ts'
import { exitCode, type ExitCode } from '../exit-code.ts'
import type { Redactor } from '../output/redact.ts'
import { checkSession } from '../report/check-session.ts'
import { collectFindings } from '../report/collect-findings.ts'
import type { ReportedFinding } from '../report/reported-finding.ts'
import { handleOf } from '../sessions/short-id.ts'
import { applyRepair } from './apply-repair.ts'
import { diffEdits } from './part-diff.ts'
import { planRepair, type PlanOptions } from './plan-repair.ts'
import type { RepairReport, RepairStatus } from './repair-report.ts'

export interface RepairOneOptions extends PlanOptions {
  readonly apply: boolean
  readonly redactor: Redactor
  /** Format of a plain file. */
  readonly as?: FormatName
}

export interface RepairedOne {
  readonly report: RepairReport
  readonly exit: ExitCode
}

const exits: Readonly<Record<RepairStatus, ExitCode>> = {
  healthy: exitCode.healthy,
  planned: exitCode.findings,
  unrepairable: exitCode.findings,
  applied: exitCode.healthy,
  rolled_back: exitCode.findings,
  refused: exitCode.refused,
  failed: exitCode.failure,
}

const matters = ({ severity }: ReportedFinding): boolean => severity !== 'info'
const fails = ({ severity }: ReportedFinding): boolean => severity === 'error'

function requestNotes(planned: RepairResult): string[] {
  if (!planned.request) return []
  const fields = Object.keys(planned.request).join(', ')
  return [
    `The request has to change too (${fields}); a file cannot hold that: start the agent with session-recovery run -- AGENT.`,
  ]
}

/** The changes of the storage; what it has no form for is said, and the rest of the file repaired all the same. */
function planWrite(
  session: AgentSession,
  planned: RepairResult,
): { write: SessionWrite; notes: string[]; held: boolean } {
  const notes = requestNotes(planned)
  try {
    return { write: session.plan(planned.edits), notes, held: true }
  } catch (cause) {
    if (!(cause instanceof NotRepresentableError)) throw cause
    return {
      write: session.plan([]),
      notes: [...notes, `${cause.message} Start the agent with session-recovery run -- AGENT.`],
      held: false,
    }
  }
}

/** Plans the repair of one session and, when asked to, writes it. Errors of this session are part of the report. */
export async function repairOne(ref: SessionRef, options: RepairOneOptions, context: CliContext): Promise<RepairedOne> {
  const { report: checked, session } = await checkSession(ref, options.as)
  const base = {
    agent: ref.agent,
    id: ref.id,
    path: ref.path,
    loss: 'none' as const,
    edits: [],
    records: [],
    notes: [],
  }
  const found = { ...base, findings: checked.findings, remaining: checked.findings, next: checked.next }
  const give = (report: RepairReport, exit?: ExitCode): RepairedOne => ({
    report,
    exit: exit ?? (report.remaining.some(fails) ? exitCode.findings : exits[report.status]),
  })
  if (!session) return give({ ...found, status: 'unrepairable' })

  const planned = planRepair(session, options)
  const { write, notes, held } = planWrite(session, planned)
  const findings = collectFindings(session, planned.faults)
  const remaining = [
    ...findings.filter(({ level, loss }) => level === 'file' && (loss === null || loss === 'lossy')),
    ...collectFindings(session, held ? planned.remaining : planned.faults).filter(
      ({ level }) => level === 'conversation',
    ),
  ]
  const plan = {
    ...found,
    findings,
    remaining,
    loss: held ? planned.loss : ('none' as const),
    edits: held ? diffEdits(planned.edits, findFormat(session.format), session.request, options.redactor) : [],
    records: write.changes,
    notes,
  }
  const writeCommand = `session-recovery repair ${handleOf(ref)}${options.allow === 'synthesised' ? '' : ` --allow ${options.allow}`} --apply`
  // The storage is repaired as a whole: a row that only consent may remove stops it.
  const needsConsent =
    options.allow !== 'lossy' && findings.some(({ level, loss }) => level === 'file' && loss === 'lossy')
  if (write.changes.length === 0 || needsConsent)
    return give({ ...plan, status: findings.some(fails) ? 'unrepairable' : 'healthy', next: checked.next })
  if (!options.apply)
    return give({ ...plan, status: 'planned', next: session.known ? writeCommand : null }, exitCode.findings)

  try {
    if (!session.known)
      throw new CliError(
        'refused',
        `${ref.agent} ${session.hostVersion ?? 'of an unknown version'} has not been tested with this release.`,
        `Salvage the conversation: session-recovery extract ${handleOf(ref)}`,
      )
    const applied = await applyRepair(ref, write, findings.filter(matters).length, context, options.as)
    const left = applied.after.report.findings
    if (!applied.kept)
      return give({
        ...plan,
        status: 'rolled_back',
        remaining: findings,
        backup: applied.backup,
        notes: [...plan.notes, 'The result was not better; the old file is back.'],
      })
    return give({
      ...plan,
      status: 'applied',
      remaining: left,
      backup: applied.backup,
      ...(applied.quarantine !== undefined && { quarantine: applied.quarantine }),
      next: applied.after.report.next,
    })
  } catch (cause) {
    const { code, message, remedy, exit } = toShownError(cause)
    if (code === 'internal') throw cause
    const status = exit === exitCode.refused ? 'refused' : 'failed'
    return { report: { ...plan, status, remaining: findings, error: { code, message, remedy } }, exit }
  }
}
