import { stat } from 'node:fs/promises'
import type { AgentSession, SessionRef, SessionWrite, StoredRefusal } from '../../agents/agent.ts'
import { NotRepresentableError } from '../../agents/not-representable-error.ts'
import type { Loss } from '../../faults/loss.ts'
import type { FormatName } from '../../formats/format-name.ts'
import { findFormat } from '../../formats/index.ts'
import { detectErrorType } from '../../repair/detect-error-type.ts'
import type { RepairResult } from '../../repair/repair-result.ts'
import { checkSession } from '../check/check-session.ts'
import { collectFindings } from '../check/collect-findings.ts'
import { nextCommand } from '../check/next-command.ts'
import type { ReportedFinding, SessionReport } from '../check/reported-finding.ts'
import type { DoctorEnvironment } from '../doctor-environment.ts'
import { createRedactor, type Redactor } from '../redact/redact.ts'
import { handleOf, shellWord } from '../sessions/short-id.ts'
import { errorOption } from './error-option.ts'
import { diffEdits } from './part-diff.ts'
import { planEdits, type PlannedEdits } from './plan-edits.ts'
import type { RepairReport } from './repair-report.ts'
import { counted } from '../../json/counted.ts'

export interface PlanRepairOptions {
  /** The greatest loss that a repair may cost; default `synthesised`. */
  readonly allow?: Loss
  /** The provider's error. */
  readonly error?: string
  /** An error without a place means everything of its kind; default: only what is certain. */
  readonly everywhere?: boolean
  /** Format of a plain file. */
  readonly as?: FormatName
  /** Hides the texts of the parts in the report; default: they are shown. */
  readonly redactor?: Redactor
  /** Where repairs are recorded: with it, and without `error`, the stored refusal of the provider is the error. */
  readonly environment?: DoctorEnvironment
  /** A session written within this time, in ms, may be in use; 0 when the writer is known to be gone. */
  readonly recentMs?: number
}

/** A repair that was planned; nothing is written yet. */
export interface RepairPlan {
  readonly ref: SessionRef
  readonly report: RepairReport
  /** Whether this release knows the storage of this host version well enough to write it. */
  readonly known: boolean
  /** The provider's words that the program has stored and that this plan answers. */
  readonly refusal?: StoredRefusal
  readonly hostVersion?: string
  readonly as?: FormatName
  /** In which the session was read. */
  readonly format?: FormatName
  /** Absent: there is nothing that may be written. */
  readonly write?: SessionWrite
}

const fails = ({ severity }: ReportedFinding): boolean => severity === 'error'

function requestNotes(planned: RepairResult): string[] {
  if (!planned.request) return []
  const fields = Object.keys(planned.request).join(', ')
  return [
    `The request has to change too (${fields}); a file cannot hold that: start the agent with session-recovery run -- AGENT.`,
  ]
}

/** Where the refusal is stored and which fault it reports, never its text (I12). */
function refusalNotes(refusal: StoredRefusal | undefined, redactor: Redactor): string[] {
  if (!refusal) return []
  const { line, id } = refusal.record
  const place = line === undefined ? `record ${redactor.name(id ?? '')}` : `line ${line}`
  return [`The session holds the provider's last error (${place}): it reports ${detectErrorType(refusal.says)}.`]
}

function unplacedNotes(handle: string, { unplaced }: PlannedEdits, refusal: StoredRefusal | undefined): string[] {
  if (unplaced === 0) return []
  const command = `session-recovery repair ${handle}${refusal ? '' : ' --error ERROR'} --all`
  return [
    `The error names no place, and ${counted(unplaced, 'message')} may hold what it means: none of them is touched. To repair all of them: ${command}`,
  ]
}

interface PlannedWrite {
  readonly write: SessionWrite
  readonly notes: readonly string[]
  /** False: the storage has no form for the edits. */
  readonly held: boolean
}

/** The changes to the storage; a change that it cannot express is noted, and the rest is repaired all the same. */
function planWrite(session: AgentSession, planned: RepairResult): PlannedWrite {
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

/** The options without which the same command would repair something else: a shown error, and `--all`. */
function askedAgain({ error, everywhere = false, redactor }: PlanRepairOptions): string {
  return `${errorOption(error, redactor?.active !== true)}${everywhere ? ' --all' : ''}`
}

/** A file is replaced, not written in place (I8): another name of it keeps the old content. */
async function hardLinkNotes({ path }: SessionRef): Promise<string[]> {
  const { nlink } = await stat(path)
  return nlink > 1 && !path.endsWith('.db')
    ? [`The file has ${nlink} names (hard links): the repair reaches this one, the others keep the old content.`]
    : []
}

/** The report of a session before anything is planned. */
function unplanned(checked: SessionReport, session: AgentSession | undefined, allow: Loss): RepairReport {
  const { agent, findings, id, next, path } = checked
  const resume = session?.resume?.map((word) => (/^--?[a-z]+$/.test(word) ? word : shellWord(word))).join(' ') ?? null
  const nothing = { status: 'unrepairable', loss: 'none', edits: [], records: [], notes: [] } as const
  return { agent, id, path, ...nothing, allow, resume, findings, remaining: findings, next }
}

/**
 * Plans the repair of one session: `report.status` is `healthy`, `planned` or `unrepairable`. Nothing is written.
 *
 * @throws DoctorError `unreadable` when the format of a plain file is not certain
 * @example
 * const plan = await planRepair(ref)
 * if (plan.report.status === 'planned') await applyRepair(plan, environment)
 */
export async function planRepair(ref: SessionRef, options: PlanRepairOptions = {}): Promise<RepairPlan> {
  const { allow = 'synthesised', everywhere = false, as, recentMs, redactor = createRedactor(false) } = options
  const environment = options.error === undefined ? options.environment : undefined
  const { report: checked, session, purpose, refusal } = await checkSession(ref, { as, recentMs, environment })
  const error = options.error ?? refusal?.says
  const found = unplanned(checked, session, allow)
  const base = { ref, known: session?.known === true, ...(as !== undefined && { as }), ...(refusal && { refusal }) }
  if (!session) return { ...base, report: found }

  const planned = planEdits(session, { allow, everywhere, purpose, ...(error !== undefined && { error }) })
  const { write, notes, held } = planWrite(session, planned)
  const linkNotes = write.changes.length > 0 ? await hardLinkNotes(ref) : []
  const findings = collectFindings(session, planned.faults)
  // What the storage cannot express was left unchanged.
  const left = collectFindings(session, held ? planned.remaining : planned.faults)
  const remaining = [
    ...findings.filter(({ level, loss }) => level === 'file' && (loss === null || loss === 'lossy')),
    ...left.filter(({ level }) => level === 'conversation'),
  ]
  const edits = diffEdits(planned.edits, findFormat(session.format), session.request, redactor)
  const report = {
    ...found,
    findings,
    remaining,
    ...(held && { loss: planned.loss, edits }),
    records: write.changes,
    notes: [
      ...refusalNotes(refusal, redactor),
      ...notes,
      ...linkNotes,
      ...unplacedNotes(handleOf(ref, as), planned, refusal),
    ],
  }
  const plan = {
    ...base,
    format: session.format,
    ...(session.hostVersion !== undefined && { hostVersion: session.hostVersion }),
  }
  // The storage cannot express this repair, whatever the options: the note names another remedy.
  const unwritten = {
    status: findings.some(fails) ? ('unrepairable' as const) : ('healthy' as const),
    next: held ? nextCommand(ref, remaining, session.known, { as, asked: askedAgain(options) }) : null,
  }
  // The storage is repaired as a whole: a row that only consent may remove stops it.
  const needsConsent = allow !== 'lossy' && findings.some(({ level, loss }) => level === 'file' && loss === 'lossy')
  if (write.changes.length === 0 || needsConsent) return { ...plan, report: { ...report, ...unwritten } }
  const consent = allow === 'synthesised' ? '' : ` --allow ${allow}`
  const next = session.known
    ? `session-recovery repair ${handleOf(ref, as)}${askedAgain(options)}${consent} --apply`
    : null
  return { ...plan, write, report: { ...report, status: 'planned', next } }
}
