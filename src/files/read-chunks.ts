import type { Fs } from './fs.ts'

/** Reads a file from a byte offset on, each chunk in a buffer of its own: what is made from one may be kept. */
export async function* readChunks(
  fs: Fs,
  path: string,
  { from = 0, chunkBytes = 512 * 1024 }: { readonly from?: number; readonly chunkBytes?: number } = {},
): AsyncGenerator<Uint8Array> {
  const file = await fs.open(path, 'r')
  try {
    const { size: end } = await file.stat()
    for (let offset = from; ;) {
      // A small file costs a small buffer; what was appended meanwhile comes in the next rounds.
      const buffer = Buffer.allocUnsafeSlow(Math.min(chunkBytes, Math.max(end - offset, 4096)))
      const size = await file.readAt(buffer, offset)
      if (size === 0) return
      yield buffer.subarray(0, size)
      offset += size
    }
  } finally {
    await file.close()
  }
}
