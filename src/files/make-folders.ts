import { existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { systemCode } from './file-work-error.ts'

/**
 * Creates a folder and those above it, for their owner alone. The recursive `mkdir` of Node never ends where the system has
 * the folder above and takes nothing in it (`/proc`).
 *
 * @returns the topmost folder that was made; undefined when all were there
 * @throws the error of the system
 * @example
 * makeFolders('/var/lib/agent/sessions') // '/var/lib/agent', where that was missing, too
 */
export function makeFolders(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o700 })
    return path
  } catch (cause) {
    // A system that may not be written says so also of what it has.
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return undefined
    const parent = dirname(path)
    if (systemCode(cause) !== 'ENOENT' || existsSync(parent)) throw cause
    const topmost = makeFolders(parent)
    const own = makeFolders(path)
    return topmost ?? own
  }
}
