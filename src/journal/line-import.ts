import type { LogEntry } from '../record-log/log-entry.ts'
import { Chain } from './chain.ts'
import { type Frame, readFrame, writeFrame } from './frame.ts'
import { type ToldGap, toldGap } from './gap-line.ts'
import { JournalError } from './journal-error.ts'
import { LineOrder } from './line-order.ts'

/** A line that was skipped, that does not follow the one before it, or that marks records lost before the export. */
export interface ImportWarning {
  /** From 1. */
  readonly line: number
  readonly why: string
}

/** How many lines became records, and what is wrong with others. */
export interface ImportResult {
  readonly imported: number
  readonly skipped: number
  /** The first hundred. */
  readonly warnings: readonly ImportWarning[]
}

const MAX_WARNINGS = 100
const typeName = /^[a-z][a-z0-9._-]{0,39}$/

/** The fields of a line that its new record keeps; number, token and checksums are new. */
interface Importable {
  readonly type: string
  readonly epoch: number
  readonly at: number
  readonly data: unknown
  /** The frame of the exported record; undefined for a line written by hand. */
  readonly frame: Frame | undefined
}

/** Whether a `Date` can hold it: derived files show the time of a record as ISO 8601. */
const isTime = (ms: number): boolean => !Number.isNaN(new Date(ms).getTime())

/** The fields of a line, or why it is no record. */
function importable(value: Record<string, unknown>, line: Uint8Array): Importable | string {
  const { type, epoch = 0, at = 0, data } = value
  if (typeof type !== 'string' || !typeName.test(type)) return 'has no type'
  if (data === undefined) return 'has no data'
  if (!Number.isSafeInteger(epoch) || Number(epoch) < 0 || !Number.isSafeInteger(at) || !isTime(Number(at)))
    return 'has no valid epoch or time'
  const frame = 'crc' in value ? readFrame(Buffer.from(line)) : undefined
  if ('crc' in value && frame === undefined) return 'is not what was written: its checksum differs'
  return { type, epoch: Number(epoch), at: Number(at), data, frame }
}

/** Turns the lines of an export, in their order, into the records of a new session. */
export class LineImport {
  readonly #rename: (data: unknown) => unknown
  readonly #strict: boolean
  readonly #chain: Chain = new Chain()
  readonly #order: LineOrder = new LineOrder()
  readonly #warnings: ImportWarning[] = []
  #skipped = 0
  /** Numbers to leave free before the next record, one for each record that is missing there, so that the loss remains visible. */
  #holes = 0

  /** @param rename turns the data of a record into that of the new session */
  constructor(rename: (data: unknown) => unknown, strict: boolean) {
    this.#rename = rename
    this.#strict = strict
  }

  get result(): ImportResult {
    return { imported: this.#chain.records, skipped: this.#skipped, warnings: this.#warnings }
  }

  /**
   * The line of the record that an entry becomes; undefined when it becomes none.
   *
   * @throws JournalError `invalid_import` in a strict import; `too_large`
   */
  take(entry: LogEntry): Buffer | undefined {
    if (entry.kind === 'blank') return undefined
    const gap = entry.kind === 'record' ? toldGap(entry.value) : undefined
    if (gap !== undefined) return this.#takeGap(entry.line, gap)
    const found = entry.kind === 'record' ? importable(entry.value, entry.bytes) : 'is no JSON object'
    if (typeof found === 'string') return this.#skip(entry.line, found)
    return this.#isInOrder(entry.line, found.frame) ? this.#record(found) : undefined
  }

  #takeGap(line: number, { after, missing }: ToldGap): undefined {
    const why = `tells that records behind record ${after} were lost before the export`
    // A gap line out of place could hide a line that was lost after the export.
    if ((this.#order.last ?? after) === after) this.#note(line, why)
    else this.#warn(line, why)
    this.#holes = Math.max(this.#holes, missing)
  }

  /** Skips a line that is no record. It may have been one, so a number is left free. */
  #skip(line: number, why: string): undefined {
    this.#warn(line, why)
    this.#skipped += 1
    this.#holes += 1
  }

  /** False for a superfluous line, which is skipped. Leaves numbers free for records missing before the line. */
  #isInOrder(line: number, frame: Frame | undefined): boolean {
    const misplaced = this.#order.place(frame)
    if (misplaced === undefined) return true
    const { missing, why } = misplaced
    // No second warning if the missing records are lines that were skipped.
    if (missing === undefined || missing > this.#holes) this.#warn(line, why)
    if (missing === undefined) this.#skipped += 1
    else this.#holes = Math.max(this.#holes, missing)
    return missing !== undefined
  }

  #record({ type, epoch, at, data }: Importable): Buffer {
    const { seq, digest } = this.#chain
    const draft = { seq: seq + 1 + this.#holes, type, epoch, token: 0, at, digest }
    const { frame, line } = writeFrame(draft, JSON.stringify(this.#rename(data)))
    this.#chain.place(frame)
    this.#holes = 0
    return line
  }

  #warn(line: number, why: string): void {
    if (this.#strict) throw new JournalError('invalid_import', `Line ${line} ${why}.`)
    this.#note(line, why)
  }

  #note(line: number, why: string): void {
    if (this.#warnings.length < MAX_WARNINGS) this.#warnings.push({ line, why })
  }
}
