import type { FsFile } from './fs.ts'

/**
 * Writes everything: a write may take less than it was given.
 *
 * @throws Error when the system takes no more bytes; what it says itself
 */
export async function writeAll(file: FsFile, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const taken = await file.write(bytes.subarray(at))
    if (taken <= 0) throw new Error('The system takes no more bytes')
    at += taken
  }
}
