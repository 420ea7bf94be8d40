import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupOptions } from './backup-folder.ts'
import { withFileLock } from './file-lock.ts'
import { FileWorkError } from './file-work-error.ts'

/** A holder that lives writes a line, or a file; one that died has lost the lock. */
const WAIT_MS = 10_000
const MAX_PAUSE_MS = 50

/** What this process is at with each path, or waits for; it ends with when this process last gave the lock back. */
const lines = new Map<string, Promise<number>>()

/**
 * As `withFileLock`, for writes that come many at once, where a repair is refused: each waits for its turn, those of one process in the
 * order in which they were asked for. Work does not ask for its own path again: it would wait for itself.
 *
 * @throws FileWorkError `locked` when another process has it for ten seconds
 */
export async function inTurnOfLock<T>(path: string, work: () => Promise<T>, options: BackupOptions = {}): Promise<T> {
  const asked = performance.now()
  const before = lines.get(path) ?? Promise.resolve(0)
  let freed = 0
  const own = (): Promise<T> => work().finally(() => (freed = performance.now()))
  // Those who waited together are refused together.
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
