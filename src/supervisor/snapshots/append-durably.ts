import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { FsFile } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { writeAll } from '../../files/write-all.ts'

/** The end of the last whole line. An intact file is not read; only its last byte is. */
async function endOfLines(file: FsFile, size: number, path: string): Promise<number> {
  const last = Buffer.from('\n')
  if (size > 0) await file.readAt(last, size - 1)
  return last[0] === 0x0a ? size : (await readFile(path)).lastIndexOf('\n') + 1
}

/** Appends a line durably. A torn last line, never acknowledged, is cut off first, since replaying would stop at it. */
export async function appendDurably(path: string, line: string): Promise<void> {
  const file = await nodeFs.open(path, 'a', 0o600)
  try {
    const { size } = await file.stat()
    const whole = await endOfLines(file, size, path)
    if (whole < size) await file.truncate(whole)
    await writeAll(file, Buffer.from(line))
    await file.sync()
    // The name of a new file must be durable, too.
    if (whole === 0) await nodeFs.syncFolder(dirname(path))
  } finally {
    await file.close()
  }
}
