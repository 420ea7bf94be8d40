import type { LogDamage, LogRecord } from '../../record-log/log-entry.ts'
import type { RecordChange } from '../agent.ts'
import type { SessionFinding } from '../session-finding.ts'

/** The finding for bytes that are no record. `readable`: the line is kept as it can be read leniently. */
export function damageFinding(entry: LogDamage, readable: boolean): SessionFinding {
  const detail = { reason: entry.reason, bytes: entry.bytes.length, offset: entry.offset, readable }
  return { code: 'damaged_line', severity: 'error', line: entry.line, detail }
}

/** The finding for a record that shares its line. */
export function glueFinding(entry: LogRecord): SessionFinding {
  return { code: 'glued_lines', severity: 'error', line: entry.line, detail: { offset: entry.offset } }
}

/** Which change of the file repairs a finding, where writing the file does. */
const repairs: Partial<
  Record<SessionFinding['code'], (detail: SessionFinding['detail']) => Omit<RecordChange, 'record'> | undefined>
> = {
  damaged_line: ({ readable }) => ({ op: readable === true ? 'replaced' : 'quarantined', why: 'damage' }),
  glued_lines: () => ({ op: 'replaced', why: 'damage' }),
  broken_order: () => ({ op: 'replaced', why: 'damage' }),
  duplicate_record: () => ({ op: 'removed', why: 'duplicate' }),
  duplicate_uuid: ({ identical }) => (identical === true ? { op: 'removed', why: 'duplicate' } : undefined),
}

/** The changes that writing a file makes because of its findings. */
export function changesOfFindings(findings: readonly SessionFinding[]): RecordChange[] {
  return findings.flatMap(({ code, line, detail }) => {
    const change = repairs[code]?.(detail)
    const { uuid } = detail
    return change
      ? [{ ...change, record: { ...(line !== undefined && { line }), ...(typeof uuid === 'string' && { id: uuid }) } }]
      : []
  })
}
