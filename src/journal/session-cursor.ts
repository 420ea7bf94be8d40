import type { Fs } from '../files/fs.ts'
import { Chain } from './chain.ts'
import type { Frame } from './frame.ts'
import { JournalError } from './journal-error.ts'
import { indexLine, type IndexEntry } from './index-entry.ts'
import { listSegments } from './list-segments.ts'
import { ACTIVE_SEGMENT, sealedName, type Segment } from './segments.ts'
import { walkSegment } from './walk-segment.ts'
import { goneIs } from '../files/gone-is.ts'
import { readLineAt } from './read-line-at.ts'

/** Receives each good record once, in order. `line` is a view that is valid only during the call. */
export interface RecordTaker {
  take(entry: IndexEntry, frame: Frame, line: Uint8Array): void
  /** The journal was compacted or replaced: the records so far are void, and all come again. */
  reset(): void
}

/** Attempts to read while segments change; a writer closes segments far more slowly than a reader can retry. */
const MAX_ATTEMPTS = 10

/**
 * A reader's position in the records of a session. `advance` reads new records, after it has checked that the last one read is still
 * in its place.
 */
export class SessionCursor {
  chain: Chain = new Chain()
  /** Number of the segment with the last record; 0 before the first record. */
  segment = 0
  /** Offset after the last good record. */
  offset = 0
  /** Offset up to which the active segment was read, including damage and blank lines: where the writer appends. */
  activeEnd = 0
  /** Number of the first record of the active segment; undefined while it contains no record. */
  activeFirst: number | undefined
  /** Whether the last good record has its line feed and nothing but blank lines follows it. */
  isAtEnd = true
  /** Bytes of all segments, damage included. */
  bytes = 0
  /** Length of the index of all records that were read. */
  indexBytes = 0
  readonly folder: string
  readonly #fs: Fs
  /** The last record read, to check whether the file is still the same. */
  last: IndexEntry | undefined

  constructor(fs: Fs, folder: string) {
    this.#fs = fs
    this.folder = folder
  }

  /** Continues after a record of an index, if the record is where the index says; otherwise false. */
  async resume(entry: IndexEntry, records: number): Promise<boolean> {
    this.last = entry
    this.segment = entry.segment
    this.offset = entry.offset + entry.length
    const current = await this.#currentSegment(await listSegments(this.#fs, this.folder))
    const frame = current && (await readLineAt(this.#fs, current.path, entry))
    if (frame) this.chain.resume(frame, records)
    return frame !== undefined
  }

  /** @throws JournalError `busy` when the segments change at every attempt: the records read so far are then incomplete */
  async advance(taker: RecordTaker): Promise<void> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS;) {
      const outcome = await this.#advanceOnce(taker)
      if (outcome === 'done') return
      if (outcome === 'torn apart') this.#forget(taker)
      if (outcome !== 'more') attempt += 1
    }
    throw new JournalError('busy', `The segments of ${this.folder} changed under ${MAX_ATTEMPTS} looks.`)
  }

  /**
   * Reads sealed segments or the active one, never both after one listing of the folder, since the writer may seal the active one
   * meanwhile. `more`: list again. `missing`: a segment was gone. `torn apart`: the segments changed, and one may have been missed.
   */
  async #advanceOnce(taker: RecordTaker): Promise<'done' | 'more' | 'missing' | 'torn apart'> {
    const segments = await listSegments(this.#fs, this.folder)
    const { seq, gaps } = this.chain
    const before = gaps.length
    this.bytes = segments.reduce((sum, { size }) => sum + size, 0)
    const current = await this.#currentSegment(segments)
    const isLost = current === undefined && this.last !== undefined
    if (isLost) this.#forget(taker)
    this.isAtEnd = true
    this.activeEnd = 0
    this.activeFirst = undefined
    try {
      for (const segment of segments.slice(current === undefined ? 0 : segments.indexOf(current))) {
        if (segment.name === ACTIVE_SEGMENT && this.chain.seq > seq) return 'more'
        await this.#read(segment, segment === current ? this.offset : 0, taker)
      }
    } catch (cause) {
      // The segment was renamed or compacted away before it could be opened.
      return goneIs('missing' as const)(cause)
    }
    if (!isLost && this.chain.gaps.length === before) return 'done'
    const names = (await listSegments(this.#fs, this.folder)).map(({ name }) => name)
    return names.join() === segments.map(({ name }) => name).join() ? 'done' : 'torn apart'
  }

  /** Reads all records again, after the files were changed. */
  async restart(taker: RecordTaker): Promise<void> {
    this.#forget(taker)
    await this.advance(taker)
  }

  #forget(taker: RecordTaker): void {
    this.chain = new Chain()
    this.segment = 0
    this.offset = 0
    this.indexBytes = 0
    this.last = undefined
    taker.reset()
  }

  /** The segment that contains the last record now: the sealed one of its number, or the active one. */
  async #currentSegment(segments: readonly Segment[]): Promise<Segment | undefined> {
    const last = this.last
    if (last === undefined) return undefined
    const names = [sealedName(last.segment), ACTIVE_SEGMENT]
    for (const segment of segments.filter(({ name, size }) => names.includes(name) && size >= this.offset)) {
      const found = await readLineAt(this.#fs, segment.path, last)
      if (found?.seq === last.seq && found.crc === last.crc) return segment
    }
    return undefined
  }

  async #read(segment: Segment, from: number, taker: RecordTaker): Promise<void> {
    let first = from > 0 ? this.segment : undefined
    let end = from
    for await (const pieces of walkSegment(this.#fs, segment.path, this.chain, { from }))
      for (const piece of pieces) {
        end = piece.offset + piece.length
        if (piece.kind !== 'record') {
          this.isAtEnd &&= piece.kind === 'blank'
          continue
        }
        const { frame, offset, length } = piece
        first ??= frame.seq
        const { seq, type, epoch, at, crc } = frame
        const entry = { seq, type, epoch, at, crc, segment: first, offset, length }
        taker.take(entry, frame, piece.entry.bytes)
        this.indexBytes += indexLine(entry).length
        this.segment = first
        this.offset = end
        this.isAtEnd = piece.entry.ending === 'lf' || piece.entry.ending === 'crlf'
        this.last = entry
      }
    if (segment.name !== ACTIVE_SEGMENT) return
    this.activeEnd = end
    this.activeFirst = first
  }

  /** Advances past a record that this process has written itself. */
  wrote(frame: Frame, entry: IndexEntry): void {
    this.chain.place(frame)
    this.segment = entry.segment
    this.offset = entry.offset + entry.length
    this.activeFirst = entry.segment
    this.bytes += entry.length
    this.indexBytes += indexLine(entry).length
    this.last = entry
  }
}
