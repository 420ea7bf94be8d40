import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { FrameFile } from './frame-file.ts'
import { INDEX_NAME, indexLine, type IndexEntry } from './index-entry.ts'
import { goneIs } from '../files/gone-is.ts'

/** Characters of lines that are buffered before they are written. */
const GATHERED = 64 * 1024

/**
 * The index file while its session is written. It is derived (I13): nothing waits for it, nothing is synced, and after a failure it
 * is rebuilt when the session is closed or recovered.
 */
export class IndexFile {
  readonly #fs: Fs
  readonly #path: string
  #lines = ''
  /** The size that the file must have. */
  #size: number
  #isGood = true

  /** @param size length of the index of all records so far */
  constructor(fs: Fs, folder: string, size: number) {
    this.#fs = fs
    this.#path = join(folder, INDEX_NAME)
    this.#size = size
  }

  async add(entry: IndexEntry): Promise<void> {
    this.#lines += indexLine(entry)
    if (this.#lines.length >= GATHERED) await this.flush()
  }

  /** Writes the buffered lines; false when the file must be rebuilt from the records. */
  async flush(): Promise<boolean> {
    if (!this.#isGood) return false
    const lines = this.#lines
    this.#lines = ''
    try {
      const { size } = await this.#fs.lstat(this.#path).catch(goneIs({ size: 0 }))
      this.#isGood = size === this.#size
      if (!this.#isGood || lines === '') return this.#isGood
      const file = await FrameFile.open(this.#fs, this.#path, size)
      await file.append(Buffer.from(lines)).finally(() => file.close())
      this.#size += lines.length
    } catch {
      this.#isGood = false
    }
    return this.#isGood
  }
}
