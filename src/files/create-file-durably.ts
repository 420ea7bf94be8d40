import { dirname } from 'node:path'
import { FileWorkError, systemCode } from './file-work-error.ts'
import type { FileStat, Fs } from './fs.ts'
import { nodeFs } from './node-fs.ts'
import { linkOrElse } from './link-or-else.ts'
import { guardTempFile, sweepTempFiles, tempPathFor } from './temp-files.ts'
import { writeAll } from './write-all.ts'

async function writeNew(fs: Fs, path: string, content: Uint8Array): Promise<void> {
  const file = await fs.open(path, 'wx', 0o600)
  try {
    await writeAll(file, content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without links: an empty file takes the name for us alone, then the content is renamed over it. */
async function reserveAndRename(fs: Fs, temp: string, path: string): Promise<void> {
  const reserved = await fs.open(path, 'wx', 0o600)
  let own: FileStat
  try {
    own = await reserved.stat()
  } finally {
    await reserved.close()
  }
  try {
    const now = await fs.stat(path)
    if (now.ino !== own.ino || now.size > 0)
      throw new FileWorkError('changed_meanwhile', path, 'Somebody else has written to the new file')
    await fs.rename(temp, path)
  } catch (cause) {
    const left = await fs.stat(path).catch(() => undefined)
    if (left?.ino === own.ino && left.size === 0) await fs.unlink(path).catch(() => undefined)
    throw cause
  }
}

/**
 * Creates a file or fails: what stands under the name already wins, also when it appears at the last moment. The name never
 * shows a part of the content; when the call returns, the file is durable (I8).
 *
 * @returns false when the name was taken
 * @throws FileWorkError what the system said; `not_durable` when the folder could not be synced
 */
export async function createFileDurably(path: string, content: Uint8Array, fs: Fs = nodeFs): Promise<boolean> {
  const temp = tempPathFor(path)
  try {
    await sweepTempFiles(fs, path)
    return await guardTempFile(fs, temp, async () => {
      try {
        await writeNew(fs, temp, content)
        await linkOrElse(fs, temp, path, () => reserveAndRename(fs, temp, path))
      } finally {
        await fs.unlink(temp).catch(() => undefined)
      }
      await fs.syncFolder(dirname(path)).catch((cause: unknown) => {
        throw new FileWorkError('not_durable', path, 'The file was made, the folder could not be synced', { cause })
      })
      return true
    })
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false
    throw FileWorkError.from(cause, path, 'Cannot create the file')
  }
}
