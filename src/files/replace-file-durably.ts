import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import type { WriteBytes } from '../record-log/write-record-log.ts'
import { FileWorkError } from './file-work-error.ts'
import type { FileStat, Fs } from './fs.ts'
import type { ContentId } from './hash-file.ts'
import { nodeFs } from './node-fs.ts'
import { guardTempFile, sweepTempFiles, tempPathFor } from './temp-files.ts'
import { writeAll } from './write-all.ts'
import { goneIs } from './gone-is.ts'

export interface ReplaceOptions {
  readonly fs?: Fs
  /** The file as the caller has read it; default: as it is when the call begins. */
  readonly expected?: FileStat
  /** Permissions; default: those of the replaced file, 0600 for a new one. */
  readonly mode?: number
  readonly mtimeMs?: number
  /** Runs when the new content is durable under its temporary name, and before it takes the place of the old one. */
  readonly beforeRename?: (written: ContentId) => Promise<void>
  /** The name in the same folder of a file that is named after its content, which is known when it is written; the path only begins it. */
  readonly nameOf?: (written: ContentId) => string
}

/** Whether two looks at a path saw the same, unchanged file. */
export function isSameFile(before: FileStat, after: FileStat): boolean {
  return (['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const).every((key) => before[key] === after[key])
}

async function statIfPresent(fs: Fs, path: string): Promise<FileStat | undefined> {
  return fs.stat(path).catch(goneIs(undefined))
}

/**
 * Replaces the content of a file so that at any moment, power loss and `kill -9` included, the path holds either the whole
 * old content or the whole new one; when the call returns, the new one is durable (I8). A symbolic link stays, its target
 * is replaced. Mode and owner are kept; hard links, ACLs and extended attributes are not.
 *
 * @throws FileWorkError `changed_meanwhile` when somebody else wrote in the meantime; `not_durable` when the last sync
 *   failed; else the code of what the system said, with the old file in place
 * @example
 * await replaceFileDurably('session.jsonl', (write) => writeRecordLog(entries, write))
 */
export async function replaceFileDurably(
  path: string,
  write: (write: WriteBytes) => Promise<void>,
  options: ReplaceOptions = {},
): Promise<ContentId> {
  const fs = options.fs ?? nodeFs
  try {
    const before = options.expected ?? (await statIfPresent(fs, path))
    const target = before ? await fs.realpath(path) : path
    if (before && !before.isFile) throw new FileWorkError('not_a_file', path, 'Cannot replace')
    // The rename would succeed: the folder decides. But who took away the right to write meant it.
    if (before && (before.mode & 0o200) === 0) throw new FileWorkError('read_only', path, 'The file is write-protected')
    await sweepTempFiles(fs, target)
    const temp = tempPathFor(target)
    return await guardTempFile(fs, temp, () => replaceThrough(fs, temp, target, before, write, options))
  } catch (cause) {
    // What the caller's own writing refuses is its own to explain.
    throw SessionRecoveryError.isInstance(cause) ? cause : FileWorkError.from(cause, path, 'Cannot replace the file')
  }
}

async function replaceThrough(
  fs: Fs,
  temp: string,
  target: string,
  before: FileStat | undefined,
  write: (write: WriteBytes) => Promise<void>,
  options: ReplaceOptions,
): Promise<ContentId> {
  const file = await fs.open(temp, 'wx', 0o600)
  try {
    const hash = createHash('sha256')
    let size = 0
    try {
      await write(async (bytes) => {
        await writeAll(file, bytes)
        hash.update(bytes)
        size += bytes.length
      })
      const created = await file.stat()
      if (before && (created.uid !== before.uid || created.gid !== before.gid)) await file.chown(before.uid, before.gid)
      await file.chmod(options.mode ?? before?.mode ?? 0o600)
      if (options.mtimeMs !== undefined) await file.setMtime(options.mtimeMs)
      // After a failed sync the pages count as clean: a second try would lie. The temporary file goes, the error stays.
      await file.sync()
    } finally {
      await file.close()
    }
    const written = { size, sha256: hash.digest('hex') }
    await options.beforeRename?.(written)
    const now = await statIfPresent(fs, target)
    if (before ? !now || !isSameFile(before, now) : now)
      throw new FileWorkError('changed_meanwhile', target, 'Somebody else has written to the file')
    await fs.rename(temp, options.nameOf ? join(dirname(target), options.nameOf(written)) : target)
    await fs.syncFolder(dirname(target)).catch((cause: unknown) => {
      throw new FileWorkError('not_durable', target, 'The file was replaced, the folder could not be synced', { cause })
    })
    return written
  } catch (cause) {
    await fs.unlink(temp).catch(() => undefined)
    throw cause
  }
}
