import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupOptions } from './backup-folder.ts'
import { withFileLock } from './file-lock.ts'
import { FileWorkError } from './file-work-error.ts'

/** Longer than a living holder needs for a line or a file; the lock of a dead one is taken over. */
const WAIT_MS = 10_000
const MAX_PAUSE_MS = 50

/** The last work that this process has queued for each path; resolves to the time at which it last released the lock. */
const lines = new Map<string, Promise<number>>()

/**
 * Like `withFileLock`, but waits for the lock instead of failing at once: for many short writes. Those of one process run in the order
 * in which they were asked for. The work must not ask for its own path again: it would wait for itself.
 *
 * @throws FileWorkError `locked` when another process has it for ten seconds
 */
export async function inTurnOfLock<T>(path: string, work: () => Promise<T>, options: BackupOptions = {}): Promise<T> {
  const asked = performance.now()
  const before = lines.get(path) ?? Promise.resolve(0)
  let freed = 0
  const own = (): Promise<T> => work().finally(() => (freed = performance.now()))
  // The wait begins when the work before it was done, so that all who wait for one foreign lock are refused at the same time.
  const done = before.then((last) => untilFree(path, own, options, Math.max(asked, last) + WAIT_MS))
  const settled = done.then(
    () => freed,
    async () => freed || before,
  )
  lines.set(path, settled)
  try {
    return await done
  } finally {
    if (lines.get(path) === settled) lines.delete(path)
  }
}

async function untilFree<T>(
  path: string,
  work: () => Promise<T>,
  options: BackupOptions,
  deadline: number,
): Promise<T> {
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
