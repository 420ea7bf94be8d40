import type { Fs, FsFile } from '../files/fs.ts'
import { goneIs } from '../files/gone-is.ts'
import { type FrameLine, lineIn, type RecordPlace } from './read-line-at.ts'

/**
 * Keeps the segment that was read last open, since the records of a page mostly follow each other. If the segment is renamed or
 * removed meanwhile, the open file still has its content.
 */
export class OpenSegment {
  readonly #fs: Fs
  #path: string | undefined
  #file: FsFile | undefined

  constructor(fs: Fs) {
    this.#fs = fs
  }

  /** The frame at a place of a segment; undefined if there is none, or the segment is gone. */
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
