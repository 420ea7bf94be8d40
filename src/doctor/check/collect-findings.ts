import type { Loss } from '../../faults/loss.ts'
import { createHash } from 'node:crypto'
import type { AgentSession, SessionRef } from '../../agents/agent.ts'
import type { SessionFinding } from '../../agents/session-finding.ts'
import type { Fault } from '../../lint/fault.ts'
import type { ReportedFinding } from './reported-finding.ts'

/** An id of a finding from facts that do not change between runs. */
export function findingId(ref: Pick<SessionRef, 'agent' | 'id'>, ...parts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([ref.agent, ref.id, ...parts]))
    .digest('hex')
    .slice(0, 12)
}

/** A fault of the messages, with the records that hold it. */
function reportFault(session: AgentSession, fault: Fault): ReportedFinding {
  const { type, at, detail, loss } = fault
  const [record] = at === null ? [] : session.locate(at)
  return {
    id: findingId(session.ref, type, at, detail),
    level: 'conversation',
    type,
    severity: 'error',
    at,
    ...(record?.line !== undefined && { line: record.line }),
    ...(record?.id !== undefined && { record: record.id }),
    detail,
    loss,
  }
}

/** The loss of a finding's repair. Unreadable bytes are kept beside the file; removing a readable row loses content. */
function costOf({ code, detail }: SessionFinding): Loss {
  return code === 'invalid_row' && detail['restored'] === 'no' ? 'lossy' : 'none'
}

/** The findings of the file; those that writing the session repairs have a cost. */
function reportFileFindings(session: AgentSession): ReportedFinding[] {
  if (session.findings.length === 0) return []
  const repairable = session.findings.some(({ severity }) => severity !== 'info')
  const changed = new Set(
    (repairable ? session.plan([]).changes : []).flatMap(({ record: { line, id } }) => [line, id]),
  )
  return session.findings.map((finding) => {
    const { code, severity, line, detail } = finding
    const record = [detail['uuid'], detail['id']].find((id) => typeof id === 'string')
    const isRepaired =
      severity !== 'info' && (line === undefined ? record !== undefined && changed.has(record) : changed.has(line))
    return {
      id: findingId(session.ref, code, line, detail),
      level: 'file',
      type: code,
      severity,
      at: null,
      ...(line !== undefined && { line }),
      ...(record !== undefined && { record }),
      detail,
      loss: isRepaired ? costOf(finding) : null,
    }
  })
}

/** Everything that is wrong with a session: the file first, then the conversation, each in its order. */
export function collectFindings(session: AgentSession, faults: readonly Fault[]): ReportedFinding[] {
  // A file without a conversation reports just that: an empty list of messages is a fault of requests only.
  const isBlank = session.findings.some(({ code }) => code === 'no_conversation')
  return [...reportFileFindings(session), ...(isBlank ? [] : faults.map((fault) => reportFault(session, fault)))]
}
