import type { SessionFinding } from '../session-finding.ts'
import { restoreMessage, restorePart, type LastEvent } from './restore-row.ts'
import { messageProblem, partProblem } from './row-shapes.ts'
import {
  objectOf,
  parseRow,
  stringOf,
  type RowChange,
  type RowTable,
  type StoredRow,
  type StoredSession,
} from './stored-rows.ts'

/** A row that can be read, by itself or after its repair. */
export interface SoundRow {
  readonly row: StoredRow
  readonly value: Record<string, unknown>
}

export interface SoundMessage extends SoundRow {
  readonly parts: readonly SoundRow[]
}

export interface SoundSession {
  readonly messages: readonly SoundMessage[]
  readonly findings: readonly SessionFinding[]
  /** What repairs the findings. */
  readonly repairs: readonly RowChange[]
}

/** Reads all rows; finds those that opencode cannot read and what becomes of them. */
export function soundRows(session: StoredSession, lastEvent: LastEvent): SoundSession {
  const findings: SessionFinding[] = []
  const repairs: RowChange[] = []

  const sound = (
    table: RowTable,
    row: StoredRow,
    problemOf: (value: Record<string, unknown>) => string | undefined,
    restore: () => ReturnType<typeof restorePart>,
  ): SoundRow | undefined => {
    const value = parseRow(row)
    const problem = value ? problemOf(value) : 'json'
    if (value && problem === undefined) return { row, value }
    const restored = restore()
    findings.push({
      code: value ? 'invalid_row' : 'damaged_row',
      severity: 'error',
      detail: { table, id: row.id, ...(problem !== undefined && { problem }), restored: restored?.from ?? 'no' },
    })
    repairs.push(restored ? { op: 'update', table, row, value: restored.value } : { op: 'delete', table, row })
    return restored && { row, value: restored.value }
  }

  const parts = new Map<string, SoundRow[]>()
  const calls = new Map<string, string>()
  for (const row of session.parts) {
    const part = sound('part', row, partProblem, () => restorePart(row, lastEvent))
    if (!part) continue
    const callId = part.value['type'] === 'tool' ? stringOf(part.value, 'callID') : undefined
    if (callId !== undefined) {
      const text = JSON.stringify([part.value['tool'], part.value['state']])
      if (calls.get(callId) === text) {
        findings.push({ code: 'duplicate_record', severity: 'error', detail: { table: 'part', id: row.id, callId } })
        repairs.push({ op: 'delete', table: 'part', row })
        continue
      }
      if (!calls.has(callId)) calls.set(callId, text)
      const status = stringOf(objectOf(part.value, 'state'), 'status')
      if (status === 'pending' || status === 'running')
        findings.push({ code: 'unfinished_call', severity: 'info', detail: { id: row.id, callId, status } })
    }
    const list = parts.get(row.messageId)
    if (list) list.push(part)
    else parts.set(row.messageId, [part])
  }
  const messages = session.messages.flatMap((row): SoundMessage[] => {
    const message = sound('message', row, messageProblem, () => restoreMessage(row, session, lastEvent))
    return message ? [{ ...message, parts: parts.get(row.id) ?? [] }] : []
  })
  return { messages, findings, repairs }
}
