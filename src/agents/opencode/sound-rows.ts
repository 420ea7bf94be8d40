import type { SessionFinding } from '../session-finding.ts'
import { restoreMessage, restorePart, type LastEvent } from './restore-row.ts'
import { withMissingMessages } from './missing-messages.ts'
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
    if (restored) repairs.push({ op: 'update', table, row, value: restored.value })
    // With a message the database takes its parts away: what they say is not given up for a row that says nothing (I4).
    else if (!parts.has(row.id)) repairs.push({ op: 'delete', table, row })
    return restored && { row, value: restored.value }
  }

  const remade = (row: StoredRow): SoundRow | undefined => {
    const restored = restoreMessage(row, whole, lastEvent)
    const detail = { table: 'message', id: row.id, restored: restored?.from ?? 'no' }
    findings.push({ code: 'missing_row', severity: 'error', detail })
    // Parts whose message cannot be told stay where they are: there is nothing to send them in, and nothing to gain by removing them.
    if (!restored) return undefined
    repairs.push({ op: 'insert', table: 'message', row, value: restored.value })
    // The next one that is gone learns from it: an answer needs the prompt that it belongs to.
    const told = { ...row, text: JSON.stringify(restored.value) }
    whole = { ...whole, messages: whole.messages.map((each) => (each === row ? told : each)) }
    return { row, value: restored.value }
  }

  let whole = withMissingMessages(session)
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
  const stored = new Set(session.messages)
  const messages = whole.messages.flatMap((row): SoundMessage[] => {
    const message = stored.has(row)
      ? sound('message', row, messageProblem, () => restoreMessage(row, whole, lastEvent))
      : remade(row)
    return message ? [{ ...message, parts: parts.get(row.id) ?? [] }] : []
  })
  return { messages, findings, repairs }
}
