import type { Fs, FsFile } from '../files/fs.ts'
import { goneIs } from '../files/gone-is.ts'
import { type FrameLine, lineIn, type RecordPlace } from './read-line-at.ts'

/**
 * The segment that was read last, kept open: the records of a page stand behind each other. Renamed or removed meanwhile, it still holds
 * what stood in it.
 */
export class OpenSegment {
  readonly #fs: Fs
  #path: string | undefined
  #file: FsFile | undefined

  constructor(fs: Fs) {
    this.#fs = fs
  }

  /** The frame that stands at a place of that segment; undefined: none does, or the segment is gone. */
  async lineAt(path: string, place: RecordPlace): Promise<FrameLine | undefined> {
    try {
      if (path !== this.#path) await this.#open(path)
      return await lineIn(this.#file!, place)
    } catch (cause) {
      return goneIs(undefined)(cause)
    }
  }

  async #open(path: string): Promise<void> {
    await this.close()
    this.#file = await this.#fs.open(path, 'r')
    this.#path = path
  }

  async close(): Promise<void> {
    const file = this.#file
    this.#file = this.#path = undefined
    await file?.close()
  }
}
