import { amount, checkOptions, oneOf, type OptionRule, optional } from '../errors/check-options.ts'
import type { Fs } from '../files/fs.ts'
import { isRecord } from '../json/is-record.ts'
import { parseRecord, type JournalRecord } from './frame.ts'
import type { Gap } from './chain.ts'
import type { IndexEntry } from './index-entry.ts'
import { JournalError } from './journal-error.ts'
import { LossHistory } from './loss-history.ts'
import { listSegments } from './list-segments.ts'
import { OpenSegment } from './open-segment.ts'
import { readAgain } from './read-again.ts'
import { readIndex, segmentOf } from './read-index.ts'
import type { Segment } from './segments.ts'
import { isSnapshot } from './snapshot-record.ts'

/** Which records of a session, in which order, and how many at once. */
export interface RecordQuery {
  /**
   * Only records after this number, or after the cursor of an earlier answer, in the order of the query. A number that no record has
   * yet is refused in ascending order: it comes from another journal, and its caller would miss records.
   */
  readonly after?: number | string
  /** Records per answer, 1 to 5,000. Default 1,000. */
  readonly limit?: number
  /** Bytes on disk: the page ends before its records exceed them, but has at least one record. Default: no limit. */
  readonly bytes?: number
  readonly types?: readonly string[]
  /** Only records with this text in one of their strings; case-sensitive. */
  readonly text?: string
  /** By number. Default `asc`. */
  readonly order?: 'asc' | 'desc'
}

/** One answer to a {@link RecordQuery}. Lost records are reported by the page that would contain them (`gaps`). */
export interface RecordPage {
  /** Number of all matching records, on any page. */
  readonly total: number
  readonly items: readonly JournalRecord[]
  /** The value of `after` for the next page, if there is one. */
  readonly cursor?: string
  /**
   * Lost records among those of this page, or at its end, acknowledged or not, and independent of the filter. Each gap is in exactly
   * one page. Empty for a whole journal.
   */
  readonly gaps: readonly Gap[]
  /** Whether there are more records, cut off by `limit`, `bytes` or the maximum of one answer. */
  readonly truncated: boolean
}

const MAX_LIMIT = 5000

const isText = (value: unknown): boolean => typeof value === 'string'

/** Accepts any number (it is clamped later), but not NaN: that gave empty pages that said there is more, without end. */
const anyNumber = (fallback: number): OptionRule<number> => ({
  ...amount(-Infinity, fallback, Infinity),
  takes: 'a number',
})

const rules: { readonly [Name in keyof RecordQuery]-?: OptionRule<RecordQuery[Name]> } & {
  readonly limit: OptionRule<number>
  readonly bytes: OptionRule<number>
  readonly order: OptionRule<'asc' | 'desc'>
} = {
  after: {
    fallback: undefined,
    takes: 'the number of a record, or a cursor',
    accepts: (value) => isText(value) || Number.isFinite(value),
  },
  limit: anyNumber(1000),
  bytes: anyNumber(Infinity),
  types: {
    fallback: undefined,
    takes: 'a list of types',
    accepts: (value) => Array.isArray(value) && value.every(isText),
  },
  text: optional<string>('string'),
  order: oneOf<'asc' | 'desc'>(['asc', 'desc'], 'asc'),
}

/** Whether a text occurs in a string of the value, or in JSON within its strings. */
function holdsText(value: unknown, text: string): boolean {
  if (typeof value === 'string') {
    if (value.includes(text)) return true
    if (!/^[[{"]/.test(value)) return false
    try {
      return holdsText(JSON.parse(value), text)
    } catch {
      return false
    }
  }
  if (Array.isArray(value)) return value.some((item) => holdsText(item, text))
  return isRecord(value) && Object.values(value).some((field) => holdsText(field, text))
}

/** `seq.crc`: names a record, and proves that it is still the same one (I13). */
const cursorOf = ({ seq, crc }: IndexEntry): string => `${seq}.${crc}`

function seqOf(after: number | string, entries: readonly IndexEntry[], order: 'asc' | 'desc'): number {
  const last = entries.at(-1)?.seq ?? 0
  if (typeof after === 'number') {
    if (order === 'desc' || after <= last) return after
    throw new JournalError('invalid_cursor', `There is no record ${after} to go on from: the last one is ${last}.`)
  }
  const known = entries.find((entry) => cursorOf(entry) === after)
  if (known) return known.seq
  throw new JournalError('invalid_cursor', 'No record of this session belongs to the cursor.')
}

/** The first entries with no more than `bytes` together, but at least one, so that paging comes to an end. */
function within(bytes: number, entries: readonly IndexEntry[]): readonly IndexEntry[] {
  let sum = 0
  const over = entries.findIndex(({ length }, at) => (sum += length) > bytes && at > 0)
  return over === -1 ? entries : entries.slice(0, over)
}

/** The gaps in the numbers of the entries. */
function holesOf(entries: readonly IndexEntry[]): Gap[] {
  return entries.flatMap((entry, at): Gap[] => {
    const after = entries[at - 1]?.seq ?? 0
    return entry.seq === after + 1 ? [] : [{ after, before: entry.seq }]
  })
}

/** Number of the last record that a snapshot has replaced; 0 if there is no snapshot. */
function squeezedIn([first]: readonly IndexEntry[]): number {
  return first && isSnapshot(first) ? first.seq : 0
}

/** The gaps within a page, by the record after each; those before a snapshot are left out, since it has replaced everything there. */
function gapsPassed(gaps: readonly Gap[], index: readonly IndexEntry[], isPassed: (seq: number) => boolean): Gap[] {
  const squeezed = squeezedIn(index)
  return gaps
    .filter(({ after, before = after + 1 }) => before > squeezed && isPassed(before))
    .toSorted((a, b) => a.after - b.after)
}

async function lineOf(entry: IndexEntry, segments: readonly Segment[], open: OpenSegment): Promise<Buffer | undefined> {
  const segment = segmentOf(segments, entry)
  const found = segment && (await open.lineAt(segment.path, entry))
  return found?.seq === entry.seq && found.crc === entry.crc ? found.line : undefined
}

/** Reads the records of one session by their index. */
export class RecordReader {
  readonly #fs: Fs
  readonly #folder: string

  constructor(fs: Fs, folder: string) {
    this.#fs = fs
    this.#folder = folder
  }

  /**
   * Reads records one by one; each is checked against its index entry.
   *
   * @throws JournalError `damaged`; `busy` when a record was compacted away since the index was read
   */
  async *read(entries: Iterable<IndexEntry>): AsyncGenerator<JournalRecord> {
    let segments = await listSegments(this.#fs, this.#folder)
    let places: ReadonlyMap<number, IndexEntry> | undefined
    const open = new OpenSegment(this.#fs)
    try {
      for (const entry of entries) {
        const { seq, crc } = entry
        let line = await lineOf(places?.get(seq) ?? entry, segments, open)
        if (line === undefined) {
          // The writer may have renamed or compacted segments meanwhile, so the places are looked up again.
          await open.close()
          const index = await readIndex(this.#fs, this.#folder)
          places = new Map(index.map((each) => [each.seq, each]))
          segments = await listSegments(this.#fs, this.#folder)
          const place = places.get(seq)
          if (place?.crc === crc) line = await lineOf(place, segments, open)
          else if (squeezedIn(index) >= seq)
            throw new JournalError('busy', `Record ${seq} was squeezed while it was read.`)
        }
        if (line === undefined) throw new JournalError('damaged', `Record ${seq} is not where it was.`)
        yield parseRecord(line)
      }
    } finally {
      await open.close()
    }
  }

  /** @throws JournalError `invalid_cursor`; OptionsError */
  query(query: RecordQuery = {}): Promise<RecordPage> {
    return readAgain(() => this.#query(query))
  }

  async #query(query: RecordQuery): Promise<RecordPage> {
    const { after, bytes, limit, types, text, order } = checkOptions(query, rules)
    const index = await readIndex(this.#fs, this.#folder)
    const wanted = types && new Set(types)
    const ofType = wanted ? index.filter(({ type }) => wanted.has(type)) : index
    const matching = text === undefined ? ofType : await this.#holding(ofType, text)
    const start = after === undefined ? undefined : seqOf(after, index, order)
    const ordered = order === 'asc' ? matching : matching.toReversed()
    const behind = ordered.filter(({ seq }) => start === undefined || (order === 'asc' ? seq > start : seq < start))
    const page = within(bytes, behind.slice(0, Math.min(Math.max(1, Math.trunc(limit)), MAX_LIMIT)))
    const last = page.at(-1)
    const truncated = behind.length > page.length
    const items: JournalRecord[] = []
    for await (const record of this.read(page)) items.push(record)
    const [from = order === 'asc' ? 0 : Infinity, to = order === 'asc' ? Infinity : 0] = [
      start,
      truncated ? last?.seq : undefined,
    ]
    const isPassed = (seq: number): boolean => (order === 'asc' ? seq > from && seq <= to : seq < from && seq >= to)
    const losses = await LossHistory.read(this.#fs, this.#folder)
    return {
      total: matching.length,
      items,
      gaps: gapsPassed(losses.all(holesOf(index)), index, isPassed),
      truncated,
      ...(truncated && last && { cursor: cursorOf(last) }),
    }
  }

  async #holding(entries: readonly IndexEntry[], text: string): Promise<IndexEntry[]> {
    const holding: IndexEntry[] = []
    let at = 0
    for await (const { data } of this.read(entries)) {
      const entry = entries[at]
      if (entry && holdsText(data, text)) holding.push(entry)
      at += 1
    }
    return holding
  }

  /** @throws JournalError `not_found` */
  record(seq: number): Promise<JournalRecord> {
    return readAgain(() => this.#record(seq))
  }

  async #record(seq: number): Promise<JournalRecord> {
    const entry = (await readIndex(this.#fs, this.#folder)).find((each) => each.seq === seq)
    if (entry) for await (const record of this.read([entry])) return record
    throw new JournalError('not_found', `There is no record ${seq}.`)
  }
}
