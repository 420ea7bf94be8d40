import { readdir, readFile } from 'node:fs/promises'
import { identifyProcess, type ProcessIdentity } from '../../files/process-identity.ts'

/** Variable by which a program is known again. Its children inherit it, so that the command has the last word. */
export const markName = 'SESSION_RECOVERY_MARK'

async function partsOf(path: string): Promise<readonly string[]> {
  return (await readFile(path, 'utf8').catch(() => '')).split('\0').filter((part) => part !== '')
}

/** A script is run by its interpreter, so that only the arguments behind the program must be the same. */
function isSameCommand(running: readonly string[], [program = '', ...args]: readonly string[]): boolean {
  const tail = running.slice(running.length - args.length)
  return (
    running.length > args.length &&
    args.every((argument, index) => tail[index] === argument) &&
    running.slice(0, running.length - args.length).some((part) => part.endsWith(program.replace(/^.*\//, '')))
  )
}

/**
 * A program that runs although no snapshot tells of it: its supervisor was killed between starting it and writing that down.
 * Linux only; elsewhere none is found.
 */
export async function findMarkedProcess(
  mark: string,
  command: readonly string[],
): Promise<ProcessIdentity | undefined> {
  const wanted = `${markName}=${mark}`
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(pid) || !(await partsOf(`/proc/${pid}/environ`)).includes(wanted)) continue
    if (isSameCommand(await partsOf(`/proc/${pid}/cmdline`), command)) return identifyProcess(Number(pid))
  }
  return undefined
}
