import { FileWorkError, systemCode } from '../files/file-work-error.ts'
import type { Fs } from '../files/fs.ts'
import { isRecord } from '../json/is-record.ts'
import { Chain, type Gap } from './chain.ts'
import { parseRecord, writeFrame } from './frame.ts'
import { FrameFile } from './frame-file.ts'
import { type SetAsideReason, walkSegment } from './walk-segment.ts'

/**
 * A gap that can be told from an earlier one with the same numbers. After a loss at the end its numbers are given to new records,
 * which may be lost again; an acknowledgement of the first loss must not cover the second. `again` counts the earlier lost ends.
 */
export interface ToldGap extends Gap {
  /** Absent in entries of older releases. */
  readonly again?: number
}

/** The result of a recovery: missing records, and bytes set aside. */
export interface Loss {
  readonly gaps: readonly ToldGap[]
  readonly quarantinedBytes: number
  /** Names of files in `quarantine/`. */
  readonly quarantine: readonly string[]
}

/** An entry of a history of losses. */
export type LossEntry =
  | ({ readonly type: 'loss' } & Loss)
  | { readonly type: 'acknowledged'; readonly gaps: readonly ToldGap[] }

export const gapKey = ({ after, before, again = 0 }: ToldGap): string => `${after}..${before ?? ''}#${again}`

const lackingIn = <Value>(all: ReadonlyMap<string, Value>, own: ReadonlyMap<string, Value>): Value[] =>
  [...all].flatMap(([key, value]) => (own.has(key) ? [] : [value]))

const isSameGap = (one: Gap, other: Gap): boolean => one.after === other.after && one.before === other.before

/** The content of a history of losses. */
export class ToldLosses {
  readonly known: Map<string, ToldGap> = new Map()
  readonly acknowledged: Map<string, ToldGap> = new Map()
  /** Names of files in `quarantine/`. */
  readonly files: Map<string, string> = new Map()

  take(type: string, data: unknown): void {
    if (!isRecord(data) || !Array.isArray(data['gaps'])) return
    const { gaps, quarantine } = data
    const told = type === 'acknowledged' ? this.acknowledged : this.known
    for (const gap of gaps as ToldGap[]) {
      const isPlaced = gap.again !== undefined
      const placed = isPlaced ? gap : type === 'acknowledged' ? this.#newest(gap) : this.place(gap)
      told.set(gapKey(placed), placed)
    }
    if (Array.isArray(quarantine)) for (const name of quarantine as string[]) this.files.set(name, name)
  }

  /** Assigns a gap just found to its loss: a lost end to a recorded one that is not acknowledged yet, else a new loss. */
  place(gap: Gap): ToldGap {
    const newest = this.#newest(gap)
    const isOpenEnd = gap.before === undefined && !this.acknowledged.has(gapKey(newest))
    return isOpenEnd && this.known.has(gapKey(newest)) ? newest : this.#next(gap)
  }

  /** The last known loss with these numbers, or a new one. */
  #newest(gap: Gap): ToldGap {
    return [...this.known.values()].findLast((each) => isSameGap(each, gap)) ?? this.#next(gap)
  }

  #next({ after, before }: Gap): ToldGap {
    const again = [...this.known.values()].filter((end) => end.before === undefined && end.after <= after).length
    return { after, ...(before !== undefined && { before }), again }
  }

  /** The entries that `other` has and this history lacks. */
  lackingOf(other: ToldLosses): LossEntry[] {
    const gaps = lackingIn(other.known, this.known)
    const quarantine = lackingIn(other.files, this.files)
    const acknowledged = lackingIn(other.acknowledged, this.acknowledged)
    return [
      ...(gaps.length + quarantine.length > 0
        ? [{ type: 'loss', gaps, quarantinedBytes: 0, quarantine } as const]
        : []),
      ...(acknowledged.length > 0 ? [{ type: 'acknowledged', gaps: acknowledged } as const] : []),
    ]
  }
}

/** Misplaced lines that still count as entries: another writer may have used the same number at the same time. */
const told: ReadonlySet<string> = new Set<SetAsideReason>(['duplicate', 'out_of_order'])

/** A file with losses of a session: a log in the format of records that only grows and is never truncated. */
export class LossFile {
  readonly told: ToldLosses = new ToldLosses()
  /** Why it could not be read to its end: its content is then incomplete, and nothing is written to it. */
  unreadable: unknown
  /** Whether it exists and was read to its end: a missing file is no evidence that nothing was lost. */
  isRead = false
  readonly #fs: Fs
  readonly #path: string
  readonly #chain: Chain = new Chain()
  #size = 0
  /** Whether its last line has its line feed. */
  #isEnded = true

  constructor(fs: Fs, path: string) {
    this.#fs = fs
    this.#path = path
  }

  /** Reads the file, if it exists. */
  async read(): Promise<void> {
    try {
      for await (const pieces of walkSegment(this.#fs, this.#path, this.#chain))
        for (const piece of pieces) {
          const { entry, offset, length } = piece
          this.#size = offset + length
          this.#isEnded = entry.ending !== 'none'
          if (piece.kind === 'blank' || (piece.kind === 'set_aside' && !told.has(piece.reason))) continue
          const { type, data } = parseRecord(entry.bytes)
          this.told.take(type, data)
        }
      this.isRead = true
    } catch (cause) {
      const code = systemCode(cause)
      const what = 'The losses cannot be read'
      if (code === 'EISDIR') this.unreadable = new FileWorkError('in_the_way', this.#path, what, { cause })
      else if (code !== 'ENOENT') this.unreadable = FileWorkError.from(cause, this.#path, what)
    }
  }

  /** The caller syncs the folder. */
  async append(entries: readonly LossEntry[], at: number): Promise<void> {
    if (entries.length === 0) return
    const file = await FrameFile.open(this.#fs, this.#path, this.#size)
    try {
      if (!this.#isEnded) await file.append(Buffer.from('\n'))
      this.#isEnded = true
      for (const { type, ...data } of entries) {
        const { seq, digest } = this.#chain
        const { frame, line } = writeFrame({ seq: seq + 1, type, epoch: 0, token: 0, at, digest }, JSON.stringify(data))
        await file.append(line)
        this.#chain.place(frame)
        this.told.take(type, data)
      }
      await file.sync()
      this.#size = file.size
    } finally {
      await file.close()
    }
  }
}
