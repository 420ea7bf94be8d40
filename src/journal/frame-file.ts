import type { FileStat, Fs, FsFile } from '../files/fs.ts'
import { ignoreMissing } from '../files/ignore-missing.ts'
import { writeAll } from '../files/write-all.ts'
import { JournalError } from './journal-error.ts'

/**
 * A file that only grows, by whole lines. A failed append is truncated away, so that no later line follows a half one; if even that
 * fails, the file must be opened anew, which checks its tail.
 */
export class FrameFile {
  readonly #path: string
  readonly #file: FsFile
  #size: number
  /** The file's stat at the last append. */
  #seen: FileStat | undefined
  #isBroken = false
  #isDirty = false

  private constructor(path: string, file: FsFile, size: number) {
    this.#path = path
    this.#file = file
    this.#size = size
  }

  /** @param size the size up to which the caller has read the file */
  static async open(fs: Fs, path: string, size: number): Promise<FrameFile> {
    return new FrameFile(path, await fs.open(path, 'a', 0o600), size)
  }

  get size(): number {
    return this.#size
  }

  /** Whether the file must be opened anew before anything is appended. */
  get isBroken(): boolean {
    return this.#isBroken
  }

  /** Cuts off everything after the last good line. */
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
    // Compared with the file, not taken from memory: after an append of another process all later offsets would be wrong.
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
   * Throws when the path now leads to another file or to none, so that the written lines would be lost (a log rotation, a replaced
   * folder).
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
      // After a failed fsync the kernel may have dropped the pages: only what is read anew can be trusted.
      this.#isBroken = true
      throw cause
    }
  }

  /** Truncates an append that was not acknowledged. If that fails, whoever opens the file next checks its tail. */
  async takeBack(offset: number): Promise<void> {
    this.#size = offset
    await this.#file.truncate(offset).catch(() => (this.#isBroken = true))
  }

  async close(): Promise<void> {
    await this.#file.close()
  }
}
