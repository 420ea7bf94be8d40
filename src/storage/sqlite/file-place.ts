import { accessSync, constants, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { systemCode } from '../../files/file-work-error.ts'
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

/** What a reader of a file that it takes for immutable has to find again: a read-only mount may show what others write elsewhere. */
export function contentOf(path: string): string | undefined {
  if (hasLog(path)) return undefined
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.dev} ${found.ino} ${found.size} ${found.mtimeMs}`
}

/**
 * Whether the medium takes no writes at all, and no log lies beside the file: SQLite would need files beside it to read
 * a database with a log.
 */
export function isFrozen(path: string): boolean {
  if (isNoPath(path) || hasLog(path)) return false
  try {
    accessSync(dirname(path), constants.W_OK)
    return false
  } catch (cause) {
    return systemCode(cause) === 'EROFS'
  }
}
