import type { PartRecord, PartStatus, StoredPart } from '../part-store.ts'
import { StoreError } from '../store-error.ts'
import type { PartRow } from '../store-rows.ts'
import { fromJsonText, toJsonText } from '../to-json-text.ts'

const PROGRESS: Record<PartStatus, number> = { pending: 0, running: 1, completed: 2, error: 2 }
const SETTLED = 2

const isSettled = (part: PartRow): boolean => PROGRESS[part.status] === SETTLED

/** The row that a checked record leads to, given the newest (or the named) one; null when nothing changes. */
export function settlePart(current: PartRow | undefined, record: PartRecord, now: number): PartRow | null {
  if (current === undefined) return advance(firstRow(record, record.occurrence ?? 0), record, now)
  const opensNext = record.occurrence === undefined && record.status === 'pending' && isSettled(current)
  if (opensNext) return advance(firstRow(record, current.occurrence + 1), record, now)
  if (isSettled(current)) {
    const isRealResult = PROGRESS[record.status] === SETTLED && record.synthetic !== true
    return current.synthetic && isRealResult ? advance({ ...current, output: null, isError: null }, record, now) : null
  }
  return PROGRESS[record.status] < PROGRESS[current.status] ? null : advance(current, record, now)
}

export function checkRecord(record: PartRecord): void {
  const occurrence = record.occurrence ?? 0
  const isValid =
    typeof record.callId === 'string' &&
    Object.hasOwn(PROGRESS, record.status) &&
    Number.isSafeInteger(occurrence) &&
    occurrence >= 0
  if (!isValid)
    throw new StoreError({ code: 'invalid_value', message: 'A part needs a callId, a status and a whole occurrence.' })
}

function firstRow(record: PartRecord, occurrence: number): PartRow {
  const open = { output: null, isError: null, synthetic: false, startedAt: null, endedAt: null }
  return { callId: record.callId, occurrence, name: '', input: null, status: 'pending', ...open }
}

function advance(former: PartRow, record: PartRecord, now: number): PartRow | null {
  const progress = PROGRESS[record.status]
  const settled = progress === SETTLED
  const next: PartRow = {
    ...former,
    name: record.name ?? former.name,
    input: record.input === undefined ? former.input : toJsonText(record.input, 'input of a part'),
    status: record.status,
    output: settled && record.output !== undefined ? toJsonText(record.output, 'output of a part') : null,
    isError: settled ? (record.isError ?? null) : null,
    synthetic: settled && record.synthetic === true,
    // Only `running` proves a start: a call that was settled without it may never have run.
    startedAt: former.startedAt ?? record.startedAt ?? (record.status === 'running' ? now : null),
    endedAt: settled ? (record.endedAt ?? now) : null,
  }
  return next
}

export function toStoredPart(row: PartRow): StoredPart {
  return {
    callId: row.callId,
    occurrence: row.occurrence,
    name: row.name,
    input: row.input === null ? undefined : fromJsonText(row.input, 'input of a part'),
    status: row.status,
    ...(row.output !== null && { output: fromJsonText(row.output, 'output of a part') }),
    ...(row.isError !== null && { isError: row.isError }),
    ...(row.synthetic && { synthetic: true }),
    ...(row.startedAt !== null && { startedAt: row.startedAt }),
    ...(row.endedAt !== null && { endedAt: row.endedAt }),
  }
}
