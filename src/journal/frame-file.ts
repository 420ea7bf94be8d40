import type { FileStat, Fs, FsFile } from '../files/fs.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { writeAll } from '../files/write-all.ts'
import { JournalError } from './journal-error.ts'

/**
 * A file that only grows, by whole lines. An append that fails is taken back, so that it never poisons what comes after it; when
 * even that fails, the file must be opened anew, which looks at its tail.
 */
export class FrameFile {
  readonly #path: string
  readonly #file: FsFile
  #size: number
  /** Of the last append. */
  #seen: FileStat | undefined
  #isBroken = false
  #isDirty = false

  private constructor(path: string, file: FsFile, size: number) {
    this.#path = path
    this.#file = file
    this.#size = size
  }

  /** @param size as the caller has read it */
  static async open(fs: Fs, path: string, size: number): Promise<FrameFile> {
    return new FrameFile(path, await fs.open(path, 'a', 0o600), size)
  }

  get size(): number {
    return this.#size
  }

  /** Nothing can be appended before the file is opened anew. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Cuts off what stands behind the last good line. */
  async truncate(size: number): Promise<void> {
    await this.#file.truncate(size)
    this.#size = size
    this.#isDirty = true
  }

  /**
   * Writes lines at the end; {@link sync} makes them durable.
   *
   * @returns the offset of the first
   * @throws JournalError `fenced` when the file is not as this writer left it; what the system throws, with nothing written
   */
  async append(lines: Uint8Array): Promise<number> {
    if (this.#isBroken) throw new JournalError('damaged', `An earlier write to ${this.#path} could not be taken back.`)
    const offset = this.#size
    // The offset comes from the file and not from memory: after another's append every later one would be wrong.
    this.#seen = await this.#file.stat()
    if (this.#seen.size !== offset) throw new JournalError('fenced', `Somebody else has written to ${this.#path}.`)
    try {
      await writeAll(this.#file, lines)
    } catch (cause) {
      await this.takeBack(offset)
      throw cause
    }
    this.#isDirty = true
    this.#size = offset + lines.length
    return offset
  }

  /**
   * Throws where the path leads to another file by now, or to none: what was written here nobody would find again (a rotation of
   * logs, a folder that was replaced).
   *
   * @throws JournalError `damaged`
   */
  async checkPlace(fs: Fs): Promise<void> {
    const there = await fs.lstat(this.#path).catch(ignoreMissing)
    if (there && there.ino === this.#seen?.ino && there.dev === this.#seen.dev) return
    throw new JournalError('damaged', `The records were moved away while they were written: ${this.#path}.`)
  }

  async sync(): Promise<void> {
    if (!this.#isDirty) return
    try {
      await this.#file.sync()
      this.#isDirty = false
    } catch (cause) {
      // The system forgets the error together with the pages: from now on only what is read anew counts.
      this.#isBroken = true
      throw cause
    }
  }

  /** Removes what nobody has acknowledged. When that fails, the tail is looked at by whoever opens the file next. */
  async takeBack(offset: number): Promise<void> {
    this.#size = offset
    await this.#file.truncate(offset).catch(() => (this.#isBroken = true))
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
