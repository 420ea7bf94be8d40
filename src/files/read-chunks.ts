import type { Fs } from './fs.ts'

interface ReadOptions {
  readonly from?: number
  readonly chunkBytes?: number
  /** One buffer for all: a chunk holds until the next one is asked for. Else each has its own, and what is made from one may be kept. */
  readonly isTransient?: boolean
}

/** Reads a file from a byte offset on. */
export async function* readChunks(
  fs: Fs,
  path: string,
  { from = 0, chunkBytes = 512 * 1024, isTransient = false }: ReadOptions = {},
): AsyncGenerator<Uint8Array> {
  const file = await fs.open(path, 'r')
  try {
    const { size: end } = await file.stat()
    // A small file costs a small buffer; what was appended meanwhile comes in the next rounds.
    const bufferAt = (offset: number): Buffer =>
      Buffer.allocUnsafeSlow(Math.min(chunkBytes, Math.max(end - offset, 4096)))
    const shared = isTransient ? bufferAt(from) : undefined
    for (let offset = from; ;) {
      const buffer = shared ?? bufferAt(offset)
      const size = await file.readAt(buffer, offset)
      if (size === 0) return
      yield buffer.subarray(0, size)
      offset += size
    }
  } finally {
    await file.close()
  }
}
