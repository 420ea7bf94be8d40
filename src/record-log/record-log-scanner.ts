import { isAscii, isUtf8 } from 'node:buffer'
import { endingBytes, type LineEnding, type LogEntry } from './log-entry.ts'
import { countEntry, emptySummary, unaccountedBytes, type LogSummary } from './log-summary.ts'
import { asBuffer } from './read-object.ts'
import { RecordLogError } from './record-log-error.ts'
import { salvageLine, type IsRecord } from './salvage-line.ts'
import { isRecord } from '../json/is-record.ts'
import { parsedJson } from '../json/parsed-json.ts'

/** Decides by bytes whether the line `chunk[start, end)` is worth parsing. Rejected lines are counted, not checked. */
export type LinePrefilter = (chunk: Buffer, start: number, end: number) => boolean

/** Reads the line `chunk[start, end)` by its bytes, if it is a record that the log recognises; undefined: parse it. */
export type ReadLine = (chunk: Buffer, start: number, end: number) => Record<string, unknown> | undefined

export interface ScanOptions {
  /** Replaces the parse for lines that it recognises: its result is the value of the record. */
  readonly readLine?: ReadLine
  /** Default: every line is parsed. */
  readonly prefilter?: LinePrefilter
  /** Recognises a record of this log, so that the scan finds one glued to a torn line even where it could be a nested value. */
  readonly isRecord?: IsRecord
  /** Longer lines are reported as damage, in pieces of this size. Default 256 MiB: no string can hold more than 512 MiB. */
  readonly maxLineBytes?: number
  /** Entries are used only until the next chunk: chunk buffers are reused, and the beginning of an unfinished line is copied. */
  readonly isTransient?: boolean
}

type Encoding = 'latin1' | 'utf8' | 'unsure'

function encodingOf(bytes: Uint8Array): Encoding {
  if (isAscii(bytes)) return 'latin1'
  return isUtf8(bytes) ? 'utf8' : 'unsure'
}

function isBlank(chunk: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = chunk[at]
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false
  }
  return true
}

/**
 * The scan of a record log as a push parser: synchronous, without a source of its own. Lines end at 0x0A and nowhere else.
 * The entries do not depend on how the input is cut into chunks.
 *
 * @throws RecordLogError `unaccounted` from `end` when the entries do not cover the input.
 */
export class RecordLogScanner {
  readonly summary: LogSummary = emptySummary()
  readonly #prefilter: LinePrefilter | undefined
  readonly #readLine: ReadLine | undefined
  readonly #isRecord: IsRecord | undefined
  readonly #maxLineBytes: number
  readonly #isTransient: boolean | undefined
  /** The beginning of a line whose end has not been read yet. */
  #carry: Buffer[] = []
  #carryBytes = 0
  /** Offset of the next byte that belongs to no entry yet. */
  #offset = 0
  #inLongLine = false

  constructor(options: ScanOptions = {}) {
    this.#prefilter = options.prefilter
    this.#readLine = options.readLine
    this.#isRecord = options.isRecord
    this.#maxLineBytes = options.maxLineBytes ?? 256 * 1024 * 1024
    this.#isTransient = options.isTransient
  }

  /** Parses the next chunk. It must not be changed while its entries are used, which are views of it (or ever, unless `isTransient`). */
  push(bytes: Uint8Array): LogEntry[] {
    const chunk = asBuffer(bytes)
    this.summary.bytes += chunk.length
    const entries: LogEntry[] = []
    let start = 0
    if (this.#carryBytes > 0 || this.#inLongLine) {
      const feed = chunk.indexOf(0x0a)
      if (feed < 0) {
        this.#keep(chunk, entries)
        return entries
      }
      this.#keep(chunk.subarray(0, feed + 1), entries)
      this.#finishCarry(entries, true)
      start = feed + 1
    }
    const last = chunk.lastIndexOf(0x0a)
    if (last >= start) {
      const encoding = encodingOf(chunk.subarray(start, last))
      while (start <= last) {
        const feed = chunk.indexOf(0x0a, start)
        this.#line(chunk, start, feed, true, encoding, entries)
        start = feed + 1
      }
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start), entries)
    return entries
  }

  /** Ends the input, and returns a last line without line feed. */
  end(): LogEntry[] {
    const entries: LogEntry[] = []
    if (this.#carryBytes > 0 || this.#inLongLine) this.#finishCarry(entries, false)
    const missing = unaccountedBytes(this.summary)
    if (missing !== 0) throw new RecordLogError('unaccounted', `${missing} bytes of the log are in no entry`)
    return entries
  }

  #keep(piece: Buffer, entries: LogEntry[]): void {
    this.#carry.push(this.#isTransient ? Buffer.from(piece) : piece)
    this.#carryBytes += piece.length
    // Two bytes more: the line ending does not count.
    if (this.#carryBytes <= this.#maxLineBytes + 2) return
    const held = Buffer.concat(this.#carry)
    const rest = held.subarray(this.#cutPieces(held, held.length - 2, entries))
    this.#inLongLine = true
    this.#carry = [rest]
    this.#carryBytes = rest.length
  }

  /** Emits the beginning of an overlong line in pieces, until no more than the limit is left; returns where the rest begins. */
  #cutPieces(held: Buffer, end: number, entries: LogEntry[]): number {
    const line = this.summary.lines + 1
    let start = 0
    for (; end - start > this.#maxLineBytes; start += this.#maxLineBytes) {
      const bytes = held.subarray(start, start + this.#maxLineBytes)
      const piece = { kind: 'damaged', reason: 'line_too_long', ending: 'glued' } as const
      this.#emit(entries, { ...piece, offset: this.#offset, bytes, line })
    }
    return start
  }

  #finishCarry(entries: LogEntry[], fed: boolean): void {
    const held = Buffer.concat(this.#carry)
    this.#carry = []
    this.#carryBytes = 0
    this.#line(held, 0, fed ? held.length - 1 : held.length, fed, encodingOf(held), entries)
  }

  #line(chunk: Buffer, start: number, feed: number, fed: boolean, encoding: Encoding, entries: LogEntry[]): void {
    const line = this.summary.lines + 1
    // Safe for an empty line: the byte before it is the line feed of the former line, or undefined.
    const crlf = fed && chunk[feed - 1] === 0x0d
    const end = crlf ? feed - 1 : feed
    const ending: LineEnding = crlf ? 'crlf' : fed ? 'lf' : 'none'
    if (this.#inLongLine || end - start > this.#maxLineBytes) {
      const held = chunk.subarray(start, end)
      const bytes = held.subarray(this.#cutPieces(held, held.length, entries))
      this.#inLongLine = false
      this.summary.lines += 1
      this.#emit(entries, { kind: 'damaged', offset: this.#offset, bytes, reason: 'line_too_long', ending, line })
      return
    }
    this.summary.lines += 1
    if (isBlank(chunk, start, end)) {
      const bytes = chunk.subarray(start, end)
      this.#emit(entries, { kind: 'blank', what: 'space', offset: this.#offset, bytes, ending, line })
      return
    }
    if (this.#prefilter && !this.#prefilter(chunk, start, end)) {
      this.summary.skipped += 1
      this.summary.skippedBytes += end - start
      this.summary.endingBytes += endingBytes[ending]
      if (crlf) this.summary.crlf += 1
      this.#offset += end - start + endingBytes[ending]
      return
    }
    const bytes = chunk.subarray(start, end)
    const read = this.#readLine?.(chunk, start, end)
    if (read) {
      this.#emit(entries, { kind: 'record', offset: this.#offset, bytes, ending, line, value: read, salvaged: false })
      return
    }
    const known = encoding === 'unsure' ? encodingOf(bytes) : encoding
    const value = known === 'unsure' ? undefined : parsedJson(chunk.toString(known, start, end))
    if (isRecord(value))
      this.#emit(entries, { kind: 'record', offset: this.#offset, bytes, ending, line, value, salvaged: false })
    else this.#salvage(bytes, ending, line, entries)
  }

  #salvage(bytes: Buffer, ending: LineEnding, line: number, entries: LogEntry[]): void {
    const parts = salvageLine(bytes, this.#isRecord)
    const salvaged = parts.filter((part) => part.kind !== 'blank').length > 1
    parts.forEach((part, index) => {
      const common = {
        offset: this.#offset,
        bytes: bytes.subarray(part.start, part.end),
        ending: index === parts.length - 1 ? ending : ('glued' as const),
        line,
      }
      if (part.kind === 'record') this.#emit(entries, { kind: 'record', ...common, value: part.value, salvaged })
      else if (part.kind === 'blank') this.#emit(entries, { kind: 'blank', ...common, what: part.what })
      else {
        const { reason, lenient } = part
        this.#emit(entries, { kind: 'damaged', ...common, reason, ...(lenient && { lenient }) })
      }
    })
  }

  #emit(entries: LogEntry[], entry: LogEntry): void {
    this.#offset += entry.bytes.length + endingBytes[entry.ending]
    countEntry(this.summary, entry)
    entries.push(entry)
  }
}
