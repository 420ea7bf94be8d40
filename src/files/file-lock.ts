import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pid } from 'node:process'
import { threadId } from 'node:worker_threads'
import { makeBackupFolder, resolveBackupFolder, type BackupFolder, type BackupOptions } from './backup-folder.ts'
import { FileWorkError, systemCode } from './file-work-error.ts'
import type { FsFile } from './fs.ts'
import { readFileChunks } from './hash-file.ts'
import { isProcessAlive } from './temp-files.ts'

const busy = 'Another repair of this file is running'

/** Locks that this thread takes or holds: two repairs in one thread are as much two as in two processes. */
const held = new Set<string>()

/** Takes the lock file if nobody has it. The content tells whose it is. */
async function take({ fs }: BackupFolder, lock: string): Promise<boolean> {
  let file: FsFile
  try {
    file = await fs.open(lock, 'wx', 0o600)
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST') return false
    throw cause
  }
  try {
    try {
      await file.write(Buffer.from(`${pid}\n${threadId}\n`))
    } finally {
      await file.close()
    }
    return true
  } catch (cause) {
    // A lock that does not say whose it is would keep everybody out until it looks old.
    await fs.unlink(lock).catch(() => undefined)
    throw cause
  }
}

async function ownerIsGone({ fs, now }: BackupFolder, lock: string): Promise<boolean> {
  try {
    let text = ''
    for await (const chunk of readFileChunks(fs, lock)) text += Buffer.from(chunk).toString('latin1')
    const [, process, thread] = /^(\d+)\n(?:(\d+)\n)?$/.exec(text) ?? []
    const owner = Number(process)
    // Without a whole number: its owner died, or is, between creating and filling it.
    if (!Number.isInteger(owner) || owner <= 0) return now() - (await fs.stat(lock)).mtimeMs > 10_000
    // Nobody else in this thread is at it (`held`), so a lock of its own could not be removed when its work ended. Both lines are
    // one write: where the second is missing, power was lost in it, and no thread of this process is that writer.
    if (owner === pid && (thread === undefined || Number(thread) === threadId)) return true
    return !isProcessAlive(owner)
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return false
    throw cause
  }
}

/** Removes the lock of a dead process. Only who holds the second lock may: else two would remove, one of them a fresh lock. */
async function clearStale(backups: BackupFolder, lock: string): Promise<void> {
  const clearing = `${lock}.clearing`
  if (!(await take(backups, clearing))) {
    if (await ownerIsGone(backups, clearing)) await backups.fs.unlink(clearing).catch(() => undefined)
    return
  }
  try {
    if (await ownerIsGone(backups, lock)) await backups.fs.unlink(lock).catch(() => undefined)
  } finally {
    await backups.fs.unlink(clearing).catch(() => undefined)
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
    let taken = await take(backups, lock)
    if (!taken) {
      await clearStale(backups, lock)
      taken = await take(backups, lock)
    }
    if (!taken) throw new FileWorkError('locked', path, busy)
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
