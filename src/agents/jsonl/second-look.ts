import { FileWorkError } from '../../files/file-work-error.ts'
import type { FsFile } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { asBuffer } from '../../record-log/read-object.ts'

/** The place of an entry in a log; `size` without its line ending. */
interface Place {
  readonly offset: number
  readonly size: number
}

/** Reads again what a scan has passed: rare enough that keeping every line, or its hash, would cost more. */
export class SecondLook {
  readonly #path: string
  #file: FsFile | undefined

  constructor(path: string) {
    this.#path = path
  }

  /**
   * Whether the same bytes stand there.
   *
   * @throws FileWorkError when the file can no longer be read
   */
  async isSame(place: Place, bytes: Uint8Array): Promise<boolean> {
    if (place.size !== bytes.length) return false
    const former = await this.#read(place).catch((cause: unknown) => {
      throw FileWorkError.from(cause, this.#path, 'The session cannot be read again')
    })
    return asBuffer(bytes).equals(former)
  }

  async #read({ offset, size }: Place): Promise<Uint8Array> {
    this.#file ??= await nodeFs.open(this.#path, 'r')
    const held = Buffer.allocUnsafe(size)
    for (let at = 0; at < size;) {
      const read = await this.#file.readAt(held.subarray(at), offset + at)
      if (read === 0) return held.subarray(0, at)
      at += read
    }
    return held
  }

  async close(): Promise<void> {
    await this.#file?.close()
  }
}
