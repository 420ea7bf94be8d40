import { lastMoment } from '../../json/last-moment.ts'
import type { PartInput } from '../part-input.ts'
import type { PartRecord, PartStatus, StoredPart } from '../part-store.ts'
import type { PartRow } from '../rows.ts'
import { derivedOnce } from '../settled-messages.ts'
import { StoreError } from '../store-error.ts'
import { fromJsonText, toJsonText } from '../to-json-text.ts'

const PROGRESS: Record<PartStatus, number> = { pending: 0, running: 1, completed: 2, error: 2 }
const SETTLED = 2

/** @throws StoreError `invalid_value` */
export function toPartInput(record: PartRecord): PartInput {
  return derivedOnce(record, 'part', () => partInputOf(record))
}

const isTime = (value: number | undefined): boolean =>
  value === undefined || (typeof value === 'number' && Math.abs(value) <= lastMoment)

/** Fractions of ms are cut off, not refused: the columns are integers. */
function timesOf({ startedAt, endedAt }: PartRecord): Pick<PartRecord, 'startedAt' | 'endedAt'> {
  return {
    ...(startedAt !== undefined && { startedAt: Math.trunc(startedAt) }),
    ...(endedAt !== undefined && { endedAt: Math.trunc(endedAt) }),
  }
}

function partInputOf(record: PartRecord): PartInput {
  const { occurrence, name = '', isError = false } = record
  const isValid =
    typeof record.callId === 'string' &&
    Object.hasOwn(PROGRESS, record.status) &&
    (occurrence === undefined || (Number.isSafeInteger(occurrence) && occurrence >= 0))
  if (!isValid)
    throw new StoreError({ code: 'invalid_value', message: 'A part needs a callId, a status and a whole occurrence.' })
  // Some stores would accept these, but databases have no column that holds them.
  if (typeof name !== 'string' || typeof isError !== 'boolean' || !isTime(record.startedAt) || !isTime(record.endedAt))
    throw new StoreError({
      code: 'invalid_value',
      message: 'The name of a part is a text, its `isError` true or false, its times are ms since 1970.',
    })
  const { input, output } = record
  return {
    ...record,
    ...timesOf(record),
    input: input === undefined ? null : toJsonText(input, 'input of a part'),
    output: output === undefined ? null : toJsonText(output, 'output of a part'),
  }
}

const isSettled = (part: PartRow): boolean => PROGRESS[part.status] === SETTLED

/** The row after a record, given the newest (or the named) occurrence; null when nothing changes (I5). */
export function settlePart(current: PartRow | null, record: PartInput, now: number): PartRow | null {
  if (current === null) return advance(firstRow(record, record.occurrence ?? 0), record, now)
  const opensNext = record.occurrence === undefined && record.status === 'pending' && isSettled(current)
  if (opensNext) return advance(firstRow(record, current.occurrence + 1), record, now)
  if (isSettled(current)) {
    const isRealResult = PROGRESS[record.status] === SETTLED && record.synthetic !== true
    return current.synthetic && isRealResult ? advance({ ...current, output: null, isError: null }, record, now) : null
  }
  return PROGRESS[record.status] < PROGRESS[current.status] ? null : advance(current, record, now)
}

function firstRow({ callId }: PartInput, occurrence: number): PartRow {
  const open = { output: null, isError: null, synthetic: false, startedAt: null, endedAt: null }
  return { callId, occurrence, name: '', input: null, status: 'pending', ...open }
}

function advance(former: PartRow, record: PartInput, now: number): PartRow {
  const settled = PROGRESS[record.status] === SETTLED
  return {
    ...former,
    name: record.name ?? former.name,
    input: record.input ?? former.input,
    status: record.status,
    output: settled ? record.output : null,
    isError: settled ? (record.isError ?? null) : null,
    synthetic: settled && record.synthetic === true,
    // Only `running` proves a start: a call that was settled without it may never have run.
    startedAt: former.startedAt ?? record.startedAt ?? (record.status === 'running' ? now : null),
    endedAt: settled ? (record.endedAt ?? now) : null,
  }
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
