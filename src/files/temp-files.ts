import { basename, dirname, join } from 'node:path'
import { kill, pid } from 'node:process'
import { threadId } from 'node:worker_threads'
import { beforeEnd } from './before-end.ts'
import { systemCode } from './file-work-error.ts'
import type { Fs } from './fs.ts'
import { ignoreMissing } from './ignore-missing.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const open = new Map<string, Fs>()
let callOff = (): void => {}
let counter = 0

/** Ctrl-C in the middle of a write: the half-written temporary file goes, the signal takes its course. */
function removeOpen(): void {
  for (const [path, fs] of open) {
    try {
      fs.unlinkNow(path)
    } catch {
      // Already renamed into place, or never created: nothing is left to remove.
    }
  }
  open.clear()
  callOff()
}

/** The name of a new temporary file beside `path`: hidden, with the process that owns it; each thread counts for itself. */
export function tempPathFor(path: string): string {
  counter += 1
  return join(dirname(path), `.${basename(path)}.${pid}-${threadId}-${counter}.repair-tmp`)
}

/** Runs `work` while signals remove the temporary file. */
export async function guardTempFile<T>(fs: Fs, path: string, work: () => Promise<T>): Promise<T> {
  if (open.size === 0) callOff = beforeEnd(signals, removeOpen)
  open.set(path, fs)
  try {
    return await work()
  } finally {
    open.delete(path)
    if (open.size === 0) callOff()
  }
}

/** Whether a process of this number exists; one that may not be asked does. */
export function isProcessAlive(id: number): boolean {
  try {
    kill(id, 0)
    return true
  } catch (cause) {
    return systemCode(cause) === 'EPERM'
  }
}

/**
 * Removes every temporary file of a folder, also of processes that run: a rename that one of them was stopped before has nothing
 * to rename any more. For who has taken the folder over, and nobody else.
 *
 * @param check throws where another one has taken it over since: that one makes its files later, so none of them was in the list
 */
export async function removeTempFiles(fs: Fs, folder: string, check: () => Promise<void>): Promise<void> {
  const names = (await fs.readdir(folder)).filter((name) => name.endsWith('.repair-tmp'))
  await check()
  for (const name of names) await fs.unlink(join(folder, name)).catch(ignoreMissing)
}

/** Removes what killed processes have left beside `path`. Best effort: a leftover harms nobody. */
export async function sweepTempFiles(fs: Fs, path: string): Promise<void> {
  const prefix = `.${basename(path)}.`
  for (const name of await fs.readdir(dirname(path)).catch(() => [])) {
    const owner = name.startsWith(prefix)
      ? /^(\d+)(?:-\d+){1,2}\.repair-tmp$/.exec(name.slice(prefix.length))?.[1]
      : undefined
    if (owner !== undefined && !isProcessAlive(Number(owner)))
      await fs.unlink(join(dirname(path), name)).catch(() => undefined)
  }
}
