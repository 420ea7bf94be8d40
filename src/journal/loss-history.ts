import { join } from 'node:path'
import { systemCode } from '../files/file-work-error.ts'
import type { Fs } from '../files/fs.ts'
import { makeFolderDurably } from '../files/make-folder-durably.ts'
import { isRecord } from '../json/is-record.ts'
import { Chain, type Gap } from './chain.ts'
import { parseRecord, writeFrame } from './frame.ts'
import { FrameFile } from './frame-file.ts'
import { JournalError } from './journal-error.ts'
import { walkSegment } from './walk-segment.ts'

/** What a recovery has set aside. */
export interface Loss {
  readonly gaps: readonly Gap[]
  readonly quarantinedBytes: number
  /** Names of files in `quarantine/`. */
  readonly quarantine: readonly string[]
}

export const QUARANTINE_FOLDER = 'quarantine'
const HISTORY = 'losses.ndjson'

export const gapKey = ({ after, before }: Gap): string => `${after}..${before ?? ''}`

/**
 * The losses of a session, as a log of its own in the quarantine folder: it only grows, so that a second run cannot make the
 * first one's findings vanish. A person ends the review of a gap by acknowledging it.
 */
export class LossHistory {
  readonly #fs: Fs
  readonly #folder: string
  readonly #known: Map<string, Gap> = new Map()
  readonly #acknowledged: Set<string> = new Set()
  readonly #files: Set<string> = new Set()
  readonly #chain: Chain = new Chain()
  #end = 0

  private constructor(fs: Fs, folder: string) {
    this.#fs = fs
    this.#folder = folder
  }

  /** @throws JournalError `unsafe_path` where a link leads out of the session, or a file is in the way */
  static async read(fs: Fs, sessionFolder: string): Promise<LossHistory> {
    const history = new LossHistory(fs, join(sessionFolder, QUARANTINE_FOLDER))
    try {
      if (!(await fs.lstat(history.#folder)).isFolder)
        throw new JournalError('unsafe_path', `The quarantine must be a real folder: ${history.#folder}.`)
      for await (const pieces of walkSegment(fs, join(history.#folder, HISTORY), history.#chain))
        for (const { kind, entry, offset, length } of pieces)
          if (kind === 'record' && entry.ending === 'lf') {
            history.#take(parseRecord(entry.bytes))
            history.#end = offset + length
          }
    } catch (cause) {
      if (systemCode(cause) !== 'ENOENT') throw cause
    }
    return history
  }

  #take({ type, data }: { readonly type: string; readonly data: unknown }): void {
    if (!isRecord(data) || !Array.isArray(data['gaps'])) return
    for (const gap of data['gaps'] as Gap[]) {
      if (type === 'acknowledged') this.#acknowledged.add(gapKey(gap))
      else this.#known.set(gapKey(gap), gap)
    }
    if (Array.isArray(data['quarantine'])) for (const name of data['quarantine'] as string[]) this.#files.add(name)
  }

  /** Where the bytes of all losses are; undefined when nothing was ever lost. */
  get quarantine(): string | undefined {
    return this.#files.size === 0 ? undefined : this.#folder
  }

  /** Every gap that was ever found, acknowledged or not, with those of this look at the records. */
  all(found: readonly Gap[]): Gap[] {
    return [...new Map([...this.#known, ...found.map((gap) => [gapKey(gap), gap] as const)]).values()]
  }

  /** The gaps that wait for a person, those of this look at the records included. */
  open(found: readonly Gap[]): Gap[] {
    return this.all(found).filter((gap) => !this.#acknowledged.has(gapKey(gap)))
  }

  knows(gap: Gap): boolean {
    return this.#known.has(gapKey(gap))
  }

  async record(loss: Loss, at: number): Promise<void> {
    await this.#append('loss', loss, at)
  }

  async acknowledge(gaps: readonly Gap[], at: number): Promise<void> {
    await this.#append('acknowledged', { gaps }, at)
  }

  async #append(type: string, data: Loss | Pick<Loss, 'gaps'>, at: number): Promise<void> {
    await makeFolderDurably(this.#fs, this.#folder)
    const { seq, digest } = this.#chain
    const { frame, line } = writeFrame({ seq: seq + 1, type, epoch: 0, token: 0, at, digest }, JSON.stringify(data))
    const file = await FrameFile.open(this.#fs, join(this.#folder, HISTORY), this.#end)
    try {
      // Behind the last good line there is only an entry that was never acknowledged.
      await file.truncate(this.#end)
      await file.append(line)
      await file.sync()
    } finally {
      await file.close()
    }
    await this.#fs.syncFolder(this.#folder)
    this.#end += line.length
    this.#chain.place(frame)
    this.#take({ type, data })
  }
}
