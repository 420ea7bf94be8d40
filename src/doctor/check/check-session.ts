import type { AgentSession, SessionRef, StoredRefusal } from '../../agents/agent.ts'
import type { DoctorEnvironment } from '../doctor-environment.ts'
import { planEdits } from '../repair/plan-edits.ts'
import type { Purpose } from '../../lint/lint-context.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { isTooDeep } from '../../json/is-too-deep.ts'
import { lastMoment } from '../../json/last-moment.ts'
import { RecordLogError } from '../../record-log/record-log-error.ts'
import { TranscriptError } from '../../transcript/transcript-error.ts'
import { systemRefusalIn } from '../describe-error.ts'
import { openSession } from '../sessions/open-session.ts'
import type { FormatName } from '../../formats/format-name.ts'
import { collectFindings, findingId } from './collect-findings.ts'
import { diagnoseStored } from './diagnose-stored.ts'
import { nextCommand } from './next-command.ts'
import type { ReportedFinding, SessionReport } from './reported-finding.ts'
import { standingRefusal } from './standing-refusal.ts'

/** A report, and the session it is about when it could be opened. */
export interface CheckedSession {
  readonly report: SessionReport
  readonly session?: AgentSession
  /** The purpose under which its end was judged: `stored` only while the program is running. */
  readonly purpose: Purpose
  /** The provider's last refusal, as the program has stored it, unless a repair has answered it. */
  readonly refusal?: StoredRefusal
}

/** Why a session cannot be opened: the code of the system's error, or of messages that are no plain data. */
function codeOf(cause: unknown, { path }: SessionRef): string | undefined {
  const isKnown = cause instanceof FileWorkError || cause instanceof RecordLogError || TranscriptError.isInstance(cause)
  if (isKnown) return systemRefusalIn(cause)?.code ?? cause.code
  // A program may take its file away while it is looked at.
  if (cause instanceof Error && 'syscall' in cause) return FileWorkError.from(cause, path, 'It cannot be read').code
  return isTooDeep(cause) ? 'too_deep' : undefined
}

export interface CheckOptions {
  /** Format of a plain file. */
  readonly as?: FormatName | undefined
  /** A session that was written within this time, in ms, may be at work. */
  readonly recentMs?: number | undefined
  /** Where repairs are recorded. With it, stored refusals count, since they tell what only the provider can see. */
  readonly environment?: DoctorEnvironment | undefined
}

/** The result of a look into a session; without `session` when it cannot be opened. */
interface Looked extends Omit<CheckedSession, 'report'> {
  readonly findings: readonly ReportedFinding[]
  /** The system does not let it be read: no command of ours helps. */
  readonly isOutOfReach?: boolean
}

async function lookInto(ref: SessionRef, { as, recentMs, environment }: CheckOptions): Promise<Looked> {
  const session = await openSession(ref, as)
  const { faults, purpose } = await diagnoseStored(session, recentMs)
  const refusal = environment && (await standingRefusal(session, environment))
  const all = refusal ? planEdits(session, { allow: 'lossy', error: refusal.says }).faults : faults
  return { session, findings: collectFindings(session, all), purpose, ...(refusal && { refusal }) }
}

/** A session that cannot be read becomes a finding: one bad session does not end the check of a thousand. */
function unreadable(ref: SessionRef, cause: unknown): Looked {
  const code = codeOf(cause, ref)
  if (code === undefined) throw cause
  const type = 'unreadable_session'
  const id = findingId(ref, type)
  const finding = { id, level: 'file', type, severity: 'error', at: null, detail: { code }, loss: null } as const
  const isOutOfReach = cause instanceof FileWorkError || systemRefusalIn(cause) !== undefined
  return { findings: [finding], purpose: 'resumed', isOutOfReach }
}

/** Looks at one session. Nothing is changed. */
export async function checkSession(ref: SessionRef, options: CheckOptions = {}): Promise<CheckedSession> {
  const looked = await lookInto(ref, options).catch((cause: unknown) => unreadable(ref, cause))
  const { findings, isOutOfReach, session, purpose, refusal } = looked
  const broken = findings.some(({ severity }) => severity === 'error')
  return {
    report: {
      agent: ref.agent,
      id: ref.id,
      path: ref.path,
      ...(ref.project !== undefined && { project: ref.project }),
      ...(ref.parentId !== undefined && { parentId: ref.parentId }),
      ...(session?.hostVersion !== undefined && { hostVersion: session.hostVersion }),
      ...(session && { format: session.format }),
      messages: session?.messages.length ?? 0,
      sizeBytes: ref.sizeBytes,
      // The row of a database may hold any number.
      modifiedAt: new Date(Math.max(-lastMoment, Math.min(ref.modifiedMs, lastMoment))).toISOString(),
      status: broken ? 'broken' : session?.known === false ? 'unknown' : 'healthy',
      findings,
      next: isOutOfReach ? null : nextCommand(ref, findings, session?.known === true, { as: options.as }),
    },
    ...(session && { session }),
    purpose,
    ...(refusal && { refusal }),
  }
}
