import type { Fs } from '../../files/fs.ts'
import { writeAll } from '../../files/write-all.ts'

/**
 * Appends a line behind a line feed: what a crash has torn off stays alone on its line and takes nothing with it. A line that
 * could not be written whole is taken back.
 *
 * @param isDurable waits until the disk holds it
 */
export async function appendLine(fs: Fs, path: string, line: Buffer, isDurable: boolean): Promise<void> {
  const file = await fs.open(path, 'a', 0o600)
  try {
    const { size } = await file.stat()
    const last = Buffer.alloc(1)
    const isTorn = size > 0 && (await file.readAt(last, size - 1)) === 1 && last[0] !== 0x0a
    const bytes = isTorn ? Buffer.concat([Buffer.from('\n'), line]) : line
    try {
      await writeAll(file, bytes)
    } catch (cause) {
      await file.truncate(size).catch(() => undefined)
      throw cause
    }
    if (isDurable) await file.sync()
  } finally {
    await file.close()
  }
}
