import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { makeFolderDurably } from '../files/make-folder-durably.ts'
import type { Gap } from './chain.ts'
import { JournalError } from './journal-error.ts'
import { gapKey, LossFile, ToldLosses, type Loss, type LossEntry, type ToldGap } from './loss-file.ts'

export const QUARANTINE_FOLDER = 'quarantine'
/**
 * Twice, since records tell of a loss no more once they are squeezed, or new ones have taken the numbers of a lost end: what
 * damages or takes one of the two leaves the other.
 */
const FILES = ['losses.ndjson', 'copy.losses.ndjson'] as const

/** The numbers that are missing, each once, however often they were lost. */
export function gapsOf(told: readonly Gap[]): Gap[] {
  const gaps = told.map(({ after, before }) => ({ after, ...(before !== undefined && { before }) }))
  return [...new Map(gaps.map((gap) => [gapKey(gap), gap])).values()]
}

/**
 * The losses of a session, as a log of its own in the quarantine folder: it only grows, so that a second run cannot make the
 * first one's findings vanish. A person ends the review of a gap by acknowledging it.
 */
export class LossHistory {
  readonly #fs: Fs
  readonly #folder: string
  readonly #files: readonly LossFile[]

  private constructor(fs: Fs, folder: string) {
    this.#fs = fs
    this.#folder = folder
    this.#files = FILES.map((name) => new LossFile(fs, join(folder, name)))
  }

  /**
   * @throws JournalError `unsafe_path` where a link leads out of the session, or a file is in the way
   * @throws FileWorkError where a file cannot be read, and the other one cannot either, or is not there: what one tells counts
   */
  static async read(fs: Fs, sessionFolder: string): Promise<LossHistory> {
    const history = new LossHistory(fs, join(sessionFolder, QUARANTINE_FOLDER))
    const there = await fs.lstat(history.#folder).catch(ignoreMissing)
    if (there && !there.isFolder)
      throw new JournalError('unsafe_path', `The quarantine must be a real folder: ${history.#folder}.`)
    if (there) for (const file of history.#files) await file.read()
    const { unreadable } = history
    if (unreadable.length > 0 && !history.#files.some(({ isRead }) => isRead)) throw unreadable[0]
    return history
  }

  /** What any of the files tells. */
  get #told(): ToldLosses {
    const all = new ToldLosses()
    for (const { told } of this.#files) for (const entry of all.lackingOf(told)) all.take(entry.type, entry)
    return all
  }

  /** Why files could not be read. */
  get unreadable(): unknown[] {
    return this.#files.flatMap(({ unreadable }) => unreadable ?? [])
  }

  /** Each of its files tells all of it, as far as it can be read. */
  get isWhole(): boolean {
    const all = this.#told
    return this.#files.every(({ told, unreadable }) => unreadable !== undefined || told.lackingOf(all).length === 0)
  }

  /** Where the bytes of all losses are; undefined when nothing was ever lost. */
  get quarantine(): string | undefined {
    return this.#told.files.size === 0 ? undefined : this.#folder
  }

  /** Which losses the gaps are that a look at the records has found. */
  place(found: readonly Gap[]): ToldGap[] {
    const all = this.#told
    return found.map((gap) => all.place(gap))
  }

  /** Every gap that was ever found, acknowledged or not, with those of this look at the records. */
  all(found: readonly Gap[]): Gap[] {
    return gapsOf([...this.#told.known.values(), ...this.place(found)])
  }

  /** The gaps that wait for a person, those of this look at the records included. */
  open(found: readonly ToldGap[]): ToldGap[] {
    const { acknowledged, known } = this.#told
    const all = new Map([...known, ...found.map((gap) => [gapKey(gap), gap] as const)])
    return [...all.values()].filter((gap) => !acknowledged.has(gapKey(gap)))
  }

  knows(gap: ToldGap): boolean {
    return this.#told.known.has(gapKey(gap))
  }

  async record(loss: Loss, at: number): Promise<void> {
    await this.#append([{ type: 'loss', ...loss }], at)
  }

  async acknowledge(gaps: readonly ToldGap[], at: number): Promise<void> {
    await this.#append([{ type: 'acknowledged', gaps }], at)
  }

  /** Gives each file what only another one tells. */
  async mend(at: number): Promise<void> {
    await this.#append([], at)
  }

  async #append(entries: readonly LossEntry[], at: number): Promise<void> {
    await makeFolderDurably(this.#fs, this.#folder)
    const all = this.#told
    for (const file of this.#files)
      // Behind what cannot be read nobody knows where the last line ends.
      if (file.unreadable === undefined) await file.append([...file.told.lackingOf(all), ...entries], at)
    await this.#fs.syncFolder(this.#folder)
  }
}
