import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { hasLog } from '../../files/rows/has-log.ts'

export const isNoPath = (path: string): boolean => path === '' || path === ':memory:' || path.startsWith('file:')

/** The absolute path, so that a later `process.chdir` does not lead to another file. */
export function fixedPath(path: string): string {
  return isNoPath(path) ? path : resolve(path)
}

/** The identity of the file at a path. SQLite opens it once, and would keep writing into a file that was moved away. */
export function placeOf(path: string): string | undefined {
  const found = isNoPath(path) ? undefined : statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

/**
 * Identity, size and time of a file that is read as immutable, without locks. They must be the same after reading, since another
 * mount or user may still write the file. Undefined: there is a log beside it, or no such file.
 */
export function contentOf(path: string): string | undefined {
  if (isNoPath(path) || hasLog(path) || !existsSync(path)) return undefined
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}`
}
