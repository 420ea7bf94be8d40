import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pid } from 'node:process'
import { threadId } from 'node:worker_threads'
import { makeBackupFolder, resolveBackupFolder, type BackupFolder, type BackupOptions } from './backup-folder.ts'
import { claimName } from './claim-name.ts'
import { FileWorkError } from './file-work-error.ts'
import { readFileChunks } from './hash-file.ts'
import { isProcessAlive, sweepTempFiles } from './temp-files.ts'
import { goneIs } from './gone-is.ts'

const busy = 'Another repair of this file is running'

/** Locks that this thread takes or holds: two repairs in one thread are as much two as in two processes. */
const held = new Set<string>()

/** Takes the lock file if nobody has it, or nobody any more. The content tells whose it is. */
async function take(backups: BackupFolder, lock: string): Promise<boolean> {
  const claim = (): Promise<boolean> => claimName(backups.fs, lock, `${pid}\n${threadId}\n`)
  if (await claim()) return true
  await clearStale(backups, lock)
  return claim()
}

/** Who left the lock and works no more, as a part of a name; `undefined` while its owner may be at work, or when it is gone. */
async function formerOwner({ fs, now }: BackupFolder, lock: string): Promise<string | undefined> {
  try {
    let text = ''
    for await (const chunk of readFileChunks(fs, lock)) text += Buffer.from(chunk).toString('latin1')
    const [, process, thread] = /^(\d+)\n(?:(\d+)\n)?$/.exec(text) ?? []
    const owner = Number(process)
    // No process number inside: the owner is between creating and filling the lock, or died there.
    if (!Number.isInteger(owner) || owner <= 0)
      return now() - (await fs.stat(lock)).mtimeMs > 10_000 ? 'unknown' : undefined
    // `held` says that this thread does not work on the file, so a lock in its name is one that it failed to remove. Both lines are
    // written at once: a missing second line means a power loss, and then the writer is no thread of this process.
    const isOwn = owner === pid && (thread === undefined || Number(thread) === threadId)
    return isOwn || !isProcessAlive(owner) ? `${owner}-${thread ?? ''}` : undefined
  } catch (cause) {
    return goneIs(undefined)(cause)
  }
}

/**
 * Removes the lock of a dead process. That needs a second lock, named after the dead owner, and another look at the first: otherwise
 * two processes could both remove, and one of them would remove a fresh lock. Whoever dies here leaves a lock like any other.
 */
async function clearStale(backups: BackupFolder, lock: string): Promise<void> {
  const owner = await formerOwner(backups, lock)
  const right = `${lock}.${owner}.clearing`
  if (owner === undefined || !(await take(backups, right))) return
  try {
    if ((await formerOwner(backups, lock)) === owner) await backups.fs.unlink(lock).catch(() => undefined)
    await sweepTempFiles(backups.fs, lock)
  } finally {
    await backups.fs.unlink(right).catch(() => undefined)
  }
}

/**
 * Runs `work` as the only repair of this file on the machine (I9). Locks lie in the backup folder, so that nothing appears
 * beside the session. The lock of a process that died is taken over.
 *
 * @throws FileWorkError `locked` at once when another process has it
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>, options: BackupOptions = {}): Promise<T> {
  const backups = resolveBackupFolder(options)
  const { fs } = backups
  let lock: string | undefined
  try {
    const wanted = await lockOf(backups, path)
    if (held.has(wanted)) throw new FileWorkError('locked', path, busy)
    held.add((lock = wanted))
    await makeBackupFolder(backups)
    if (!(await take(backups, lock))) throw new FileWorkError('locked', path, busy)
  } catch (cause) {
    if (lock !== undefined) held.delete(lock)
    throw FileWorkError.from(cause, path, 'The file cannot be locked')
  }
  try {
    return await work()
  } finally {
    await fs.unlink(lock).catch(() => undefined)
    held.delete(lock)
  }
}

async function lockOf({ folder, fs }: BackupFolder, path: string): Promise<string> {
  const real = await fs.realpath(path)
  return join(folder, `${createHash('sha256').update(real).digest('hex').slice(0, 32)}.lock`)
}
