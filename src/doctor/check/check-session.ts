import type { AgentSession, SessionRef, StoredRefusal } from '../../agents/agent.ts'
import type { DoctorEnvironment } from '../doctor-environment.ts'
import { planEdits } from '../repair/plan-edits.ts'
import type { Purpose } from '../../lint/lint-context.ts'
import { FileWorkError } from '../../files/file-work-error.ts'
import { RecordLogError } from '../../record-log/record-log-error.ts'
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
  /** How its end was judged: `stored` only while the program is at work. */
  readonly purpose: Purpose
  /** What the provider said last, as the program has stored it, when no repair has answered it. */
  readonly refusal?: StoredRefusal
}

function unreadable(ref: SessionRef, code: string): ReportedFinding {
  const type = 'unreadable_session'
  return { id: findingId(ref, type), level: 'file', type, severity: 'error', at: null, detail: { code }, loss: null }
}

/** Opens a session. What cannot be read at all is a finding: one bad file does not end a look at a thousand. */
async function openOrFinding(ref: SessionRef, as: FormatName | undefined): Promise<AgentSession | ReportedFinding> {
  try {
    return await openSession(ref, as)
  } catch (cause) {
    if (cause instanceof FileWorkError || cause instanceof RecordLogError) return unreadable(ref, cause.code)
    throw cause
  }
}

export interface CheckOptions {
  /** Format of a plain file. */
  readonly as?: FormatName | undefined
  /** A session that was written within this time, in ms, may be at work. */
  readonly recentMs?: number | undefined
  /** Where repairs are recorded. With it the provider's words that the program has stored count: they tell what only it can see. */
  readonly environment?: DoctorEnvironment | undefined
}

/** Looks at one session. Nothing is changed. */
export async function checkSession(ref: SessionRef, options: CheckOptions = {}): Promise<CheckedSession> {
  const { as, recentMs, environment } = options
  const opened = await openOrFinding(ref, as)
  const session = 'plan' in opened ? opened : undefined
  const { faults, purpose } = session
    ? await diagnoseStored(session, recentMs)
    : { faults: [], purpose: 'resumed' as const }
  const refusal = session && environment && (await standingRefusal(session, environment))
  const findings: readonly ReportedFinding[] = session
    ? collectFindings(session, refusal ? planEdits(session, { allow: 'lossy', error: refusal.says }).faults : faults)
    : [opened as ReportedFinding]
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
      modifiedAt: new Date(ref.modifiedMs).toISOString(),
      status: broken ? 'broken' : session?.known === false ? 'unknown' : 'healthy',
      findings,
      next: nextCommand(ref, findings, session?.known === true, { as }),
    },
    ...(session && { session }),
    purpose,
    ...(refusal && { refusal }),
  }
}
