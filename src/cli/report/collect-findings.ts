import { createHash } from 'node:crypto'
import type { AgentSession, SessionRef } from '../../agents/agent.ts'
import type { Fault } from '../../transcript/fault.ts'
import type { ReportedFinding } from './reported-finding.ts'

/** Names a finding by what does not change when it is looked at again. */
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

/** The findings of the file. One that writing the session repairs costs nothing: the bytes are kept apart. */
function reportFileFindings(session: AgentSession): ReportedFinding[] {
  if (session.findings.length === 0) return []
  const repairable = session.findings.some(({ severity }) => severity !== 'info')
  const changed = new Set(repairable ? session.plan([]).changes.map(({ record }) => record.line ?? record.id) : [])
  return session.findings.map(({ code, severity, line, detail }) => {
    const record = typeof detail['uuid'] === 'string' ? detail['uuid'] : undefined
    return {
      id: findingId(session.ref, code, line, detail),
      level: 'file',
      type: code,
      severity,
      at: null,
      ...(line !== undefined && { line }),
      ...(record !== undefined && { record }),
      detail,
      loss: changed.has(line ?? record) ? 'none' : null,
    }
  })
}

/** Everything that is wrong with a session: the file first, then the conversation, each in its order. */
export function collectFindings(session: AgentSession, faults: readonly Fault[]): ReportedFinding[] {
  return [...reportFileFindings(session), ...faults.map((fault) => reportFault(session, fault))]
}
