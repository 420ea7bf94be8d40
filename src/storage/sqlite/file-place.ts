import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { hasLog } from '../../files/rows/has-log.ts'

export const isNoPath = (path: string): boolean => path === '' || path === ':memory:' || path.startsWith('file:')

/** The path as it leads to the same file also when the process has gone into another folder. */
export function fixedPath(path: string): string {
  return isNoPath(path) ? path : resolve(path)
}

/** Which file stands there: SQLite looks at the path once, and writes into a file that was moved away for ever. */
export function placeOf(path: string): string | undefined {
  const found = isNoPath(path) ? undefined : statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino}`
}

/**
 * What a reader of a file that it takes for immutable has to find again before it believes what it read: who may write it, through
 * another mount or with other rights, is not kept out by a lock. Undefined: a log lies beside it, or there is no such file.
 */
export function contentOf(path: string): string | undefined {
  if (isNoPath(path) || hasLog(path) || !existsSync(path)) return undefined
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}`
}
