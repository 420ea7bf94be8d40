import { createHash } from 'node:crypto'
import type { Fs } from './fs.ts'

/** Size in bytes and SHA-256 in hex of a content. */
export interface ContentId {
  readonly size: number
  readonly sha256: string
}

/** Reads a file in chunks that share one buffer: a chunk is valid until the next one is asked for. */
export async function* readFileChunks(fs: Fs, path: string): AsyncGenerator<Uint8Array> {
  const file = await fs.open(path, 'r')
  try {
    // A small file costs a small buffer.
    const buffer = Buffer.allocUnsafe(Math.min(1024 * 1024, Math.max((await file.stat()).size, 4096)))
    for (;;) {
      const size = await file.read(buffer)
      if (size === 0) return
      yield buffer.subarray(0, size)
    }
  } finally {
    await file.close()
  }
}

/** The identity of a file's content. Throws what the system throws. */
export async function hashFile(fs: Fs, path: string): Promise<ContentId> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of readFileChunks(fs, path)) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
