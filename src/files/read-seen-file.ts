import { createHash } from 'node:crypto'
import { systemCode } from './file-work-error.ts'
import type { Fs } from './fs.ts'
import { readChunks } from './read-chunks.ts'
import type { SeenFile } from './write-batch.ts'

/** A file's whole content with what a later compare-and-swap needs. */
export interface ReadFile extends SeenFile {
  readonly bytes: Buffer
}

/** Reads a regular file; undefined when there is none. A symbolic link is none: its target is not ours. Throws what the system throws. */
export async function readSeenFile(fs: Fs, path: string): Promise<ReadFile | undefined> {
  try {
    const stat = await fs.lstat(path)
    if (!stat.isFile) return undefined
    const chunks: Uint8Array[] = []
    for await (const chunk of readChunks(fs, path)) chunks.push(chunk)
    const bytes = Buffer.concat(chunks)
    return { stat, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT' || systemCode(cause) === 'ENOTDIR') return undefined
    throw cause
  }
}

/** Whether anything stands at a path, be it a link that leads nowhere. */
export function stands(fs: Fs, path: string): Promise<boolean> {
  return fs.lstat(path).then(
    () => true,
    (cause: unknown) => systemCode(cause) !== 'ENOENT' && systemCode(cause) !== 'ENOTDIR',
  )
}
