import { existsSync } from 'node:fs'

/**
 * Whether a log lies beside a database: what it holds is not in the file yet (`-wal`), or must be taken out of it again (`-journal` of a
 * transaction that was broken off). Who takes the file for immutable reads neither.
 */
export function hasLog(path: string): boolean {
  return existsSync(`${path}-wal`) || existsSync(`${path}-journal`)
}
