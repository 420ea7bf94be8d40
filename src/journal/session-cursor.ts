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

/** Gets each good record once, in order. `line` is a view that is valid during the call. */
export interface RecordTaker {
  take(entry: IndexEntry, frame: Frame, line: Uint8Array): void
  /** The journal was compacted or replaced: what was taken so far is void, all records come anew. */
  reset(): void
}

/** A writer closes segments far more slowly than a reader can look again. */
const MAX_ATTEMPTS = 10

/**
 * A reader's place in the records of a session. `advance` reads what is new; it checks that what it had read is still there
 * instead of trusting that.
 */
export class SessionCursor {
  chain: Chain = new Chain()
  /** Of the segment that is read; 0 before the first record. */
  segment = 0
  /** Behind the last good record. */
  offset = 0
  /** How far the active segment was read, damage and blank lines included: where the writer opens it. */
  activeEnd = 0
  /** Number of the first record of the active segment; undefined while it holds none, whatever else stands there. */
  activeFirst: number | undefined
  /** Nothing stands behind the last good record, which has its line feed. */
  isAtEnd = true
  /** Bytes of all segments, damage included. */
  bytes = 0
  /** Of the index of all records that were read. */
  indexBytes = 0
  readonly folder: string
  readonly #fs: Fs
  /** The last record, to see whether the file is still the one that was read. */
  last: IndexEntry | undefined

  constructor(fs: Fs, folder: string) {
    this.#fs = fs
    this.folder = folder
  }

  /** Goes on behind a record that an index names, when that stands where the index says. */
  async resume(entry: IndexEntry, records: number): Promise<boolean> {
    this.last = entry
    this.segment = entry.segment
    this.offset = entry.offset + entry.length
    const current = await this.#currentSegment(await listSegments(this.#fs, this.folder))
    const frame = current && (await readLineAt(this.#fs, current.path, entry))
    if (frame) this.chain.resume(frame, records)
    return frame !== undefined
  }

  /** @throws JournalError `busy` when the segments change under every look: what was read until then is not the session */
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
   * Reads closed segments, or the active one: never both behind one look at the folder, since the writer may close the active one
   * meanwhile. `more`: look again. `torn apart`: the segments changed in a way that may have hidden one.
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
      // It was renamed or compacted away before it could be opened.
      return goneIs('missing' as const)(cause)
    }
    if (!isLost && this.chain.gaps.length === before) return 'done'
    const names = (await listSegments(this.#fs, this.folder)).map(({ name }) => name)
    return names.join() === segments.map(({ name }) => name).join() ? 'done' : 'torn apart'
  }

  /** Reads everything anew, after the records were changed. */
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

  /** Where the last record stands now: in its segment, or in the one that this was renamed to. */
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

  /** Takes over what this process has written itself. */
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
