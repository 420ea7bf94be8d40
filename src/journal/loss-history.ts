import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { makeFolderDurably } from '../files/make-folder-durably.ts'
import type { Gap } from './chain.ts'
import { JournalError } from './journal-error.ts'
import { gapKey, LossFile, ToldLosses, type Loss, type LossEntry, type ToldGap } from './loss-file.ts'

export const QUARANTINE_FOLDER = 'quarantine'
/**
 * Two copies: once records are compacted, or new ones have the numbers of a lost end, the records no longer show the loss. If one
 * file is damaged or deleted, the other remains.
 */
const FILES = ['losses.ndjson', 'copy.losses.ndjson'] as const

/** The missing numbers, each gap once, however often it was lost. */
export function gapsOf(told: readonly Gap[]): Gap[] {
  const gaps = told.map(({ after, before }) => ({ after, ...(before !== undefined && { before }) }))
  return [...new Map(gaps.map((gap) => [gapKey(gap), gap])).values()]
}

/**
 * The losses of a session, as a log in the quarantine folder. It only grows, so that a second recovery cannot remove the findings
 * of the first. A person ends the review of a gap by acknowledging it.
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
   * @throws JournalError `unsafe_path` when the quarantine is a link or a file
   * @throws FileWorkError when a file cannot be read and the other is unreadable or missing: one of the two is enough
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

  /** The union of both files. */
  get #told(): ToldLosses {
    const all = new ToldLosses()
    for (const { told } of this.#files) for (const entry of all.lackingOf(told)) all.take(entry.type, entry)
    return all
  }

  /** The errors of files that could not be read. */
  get unreadable(): unknown[] {
    return this.#files.flatMap(({ unreadable }) => unreadable ?? [])
  }

  /** Whether each readable file contains all entries. */
  get isWhole(): boolean {
    const all = this.#told
    return this.#files.every(({ told, unreadable }) => unreadable !== undefined || told.lackingOf(all).length === 0)
  }

  /** The folder with the bytes of all losses; undefined when nothing was ever set aside. */
  get quarantine(): string | undefined {
    return this.#told.files.size === 0 ? undefined : this.#folder
  }

  /** Assigns gaps that were found in the records to their losses. */
  place(found: readonly Gap[]): ToldGap[] {
    const all = this.#told
    return found.map((gap) => all.place(gap))
  }

  /** Every gap that was ever recorded, acknowledged or not, together with those found now. */
  all(found: readonly Gap[]): Gap[] {
    return gapsOf([...this.#told.known.values(), ...this.place(found)])
  }

  /** The gaps that wait for a person, including those found now. */
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

  /** Adds to each file the entries that only the other one has. */
  async mend(at: number): Promise<void> {
    await this.#append([], at)
  }

  async #append(entries: readonly LossEntry[], at: number): Promise<void> {
    await makeFolderDurably(this.#fs, this.#folder)
    const all = this.#told
    for (const file of this.#files)
      // In an unreadable file the end of the last line is unknown.
      if (file.unreadable === undefined) await file.append([...file.told.lackingOf(all), ...entries], at)
    await this.#fs.syncFolder(this.#folder)
  }
}
