import type { SessionFinding } from '../session-finding.ts'
import { withMissingMessages } from './missing-messages.ts'
import { restoreMessage, restorePart, type LastEvent } from './restore-row.ts'
import { messageProblem, partProblem } from './row-shapes.ts'
import type { SoundRow } from './sound-session.ts'
import {
  objectOf,
  parseRow,
  stringOf,
  type RowChange,
  type RowTable,
  type StoredRow,
  type StoredSession,
} from './stored-rows.ts'

/** Takes rows one by one: those that opencode cannot read are restored from its events, and reported. */
export class RowRepairs {
  readonly findings: SessionFinding[] = []
  readonly repairs: RowChange[] = []
  readonly #lastEvent: LastEvent
  readonly #stored: ReadonlySet<StoredRow>
  /** Sound parts by their message. */
  readonly #parts = new Map<string, SoundRow[]>()
  /** The tool and state of each call when it was first stored, as JSON, by call id. */
  readonly #calls = new Map<string, string>()
  /** The session with its lost messages, as far as they could be restored. */
  #whole: StoredSession

  constructor(session: StoredSession, lastEvent: LastEvent) {
    this.#lastEvent = lastEvent
    this.#stored = new Set(session.messages)
    this.#whole = withMissingMessages(session)
  }

  /** Of parts that are there, and of those that are gone. */
  get messages(): readonly StoredRow[] {
    return this.#whole.messages
  }

  partsOf(message: StoredRow): readonly SoundRow[] {
    return this.#parts.get(message.id) ?? []
  }

  takePart(row: StoredRow): void {
    const part = this.#sound('part', row)
    if (!part || this.#repeatsCall(part)) return
    const list = this.#parts.get(row.messageId)
    if (list) list.push(part)
    else this.#parts.set(row.messageId, [part])
  }

  /** Its parts have been taken before. */
  takeMessage(row: StoredRow): SoundRow | undefined {
    return this.#stored.has(row) ? this.#sound('message', row) : this.#remade(row)
  }

  #sound(table: RowTable, row: StoredRow): SoundRow | undefined {
    const value = parseRow(row)
    const problem = value ? problems[table](value) : 'json'
    if (value && problem === undefined) return { row, value }
    const restored =
      table === 'part' ? restorePart(row, this.#lastEvent) : restoreMessage(row, this.#whole, this.#lastEvent)
    this.findings.push({
      code: value ? 'invalid_row' : 'damaged_row',
      severity: 'error',
      detail: { table, id: row.id, ...(problem !== undefined && { problem }), restored: restored?.from ?? 'no' },
    })
    if (restored) this.repairs.push({ op: 'update', table, row, value: restored.value })
    // The database deletes a message's parts with it: their content is not given up for an empty row (I4).
    else if (!this.#parts.has(row.id)) this.repairs.push({ op: 'delete', table, row })
    return restored && { row, value: restored.value }
  }

  #remade(row: StoredRow): SoundRow | undefined {
    const restored = restoreMessage(row, this.#whole, this.#lastEvent)
    const detail = { table: 'message', id: row.id, restored: restored?.from ?? 'no' }
    this.findings.push({ code: 'missing_row', severity: 'error', detail })
    // Parts of a message that cannot be restored stay where they are: they are never sent, so removing them gains nothing.
    if (!restored) return undefined
    this.repairs.push({ op: 'insert', table: 'message', row, value: restored.value })
    // The next one that is gone learns from it: an answer needs the prompt that it belongs to.
    const told = { ...row, text: JSON.stringify(restored.value) }
    const messages = this.#whole.messages.map((each) => (each === row ? told : each))
    this.#whole = { ...this.#whole, messages }
    return { row, value: restored.value }
  }

  /** Whether a call is stored a second time, word for word: the copy is deleted. Any other call that was never finished is reported. */
  #repeatsCall({ row, value }: SoundRow): boolean {
    const callId = value['type'] === 'tool' ? stringOf(value, 'callID') : undefined
    if (callId === undefined) return false
    const text = JSON.stringify([value['tool'], value['state']])
    if (this.#calls.get(callId) === text) {
      const detail = { table: 'part', id: row.id, callId }
      this.findings.push({ code: 'duplicate_record', severity: 'error', detail })
      this.repairs.push({ op: 'delete', table: 'part', row })
      return true
    }
    if (!this.#calls.has(callId)) this.#calls.set(callId, text)
    const status = stringOf(objectOf(value, 'state'), 'status')
    if (status === 'pending' || status === 'running')
      this.findings.push({ code: 'unfinished_call', severity: 'info', detail: { id: row.id, callId, status } })
    return false
  }
}

const problems: Readonly<Record<RowTable, (value: Record<string, unknown>) => string | undefined>> = {
  message: messageProblem,
  part: partProblem,
}
