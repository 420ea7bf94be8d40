import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupOptions } from './backup-folder.ts'
import { withFileLock } from './file-lock.ts'
import { FileWorkError } from './file-work-error.ts'

/** A holder that lives writes a line, or a file; one that died has lost the lock. */
const WAIT_MS = 10_000
const MAX_PAUSE_MS = 50

/** The end of what this process is at with each path, or waits for. */
const lines = new Map<string, Promise<unknown>>()

/**
 * As `withFileLock`, for writes that come many at once, where a repair is refused: each waits for its turn, those of one process in the
 * order in which they were asked for.
 *
 * @throws FileWorkError `locked` when another process has it for ten seconds
 */
export async function inTurnOfLock<T>(path: string, work: () => Promise<T>, options: BackupOptions = {}): Promise<T> {
  const done = (lines.get(path) ?? Promise.resolve()).then(() => untilFree(path, work, options))
  const settled = done.catch(() => undefined)
  lines.set(path, settled)
  try {
    return await done
  } finally {
    if (lines.get(path) === settled) lines.delete(path)
  }
}

async function untilFree<T>(path: string, work: () => Promise<T>, options: BackupOptions): Promise<T> {
  const deadline = performance.now() + WAIT_MS
  // Work that has begun is never done a second time.
  let hasBegun = false
  const begun = (): Promise<T> => {
    hasBegun = true
    return work()
  }
  for (let pause = 1; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      return await withFileLock(path, begun, options)
    } catch (cause) {
      const isLocked = FileWorkError.isInstance(cause) && cause.code === 'locked'
      if (hasBegun || !isLocked || performance.now() >= deadline) throw cause
    }
    await sleep(pause * (0.5 + Math.random()))
  }
}
