import { readdir, readFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { identifyProcess, type ProcessIdentity } from '../../files/process-identity.ts'

/** Environment variable that marks a program; its children inherit it. */
const markName = 'SESSION_RECOVERY_MARK'

/** Clock ticks of a second in `/proc`: a constant of Linux for programs (`proc_pid_stat(5)`, USER_HZ). */
const ticksPerSecond = 100

/** Longest time between making the mark and the start of its program, in s. A child that young still has its marked parent. */
const startSeconds = 2

/** The variables that mark a program which starts now, with the time. */
export function marksFor(mark: string): Readonly<Record<string, string>> {
  return { [markName]: `${mark} ${uptime()}` }
}

async function partsOf(path: string): Promise<readonly string[]> {
  return (await readFile(path, 'utf8').catch(() => '')).split('\0').filter((part) => part !== '')
}

/** Whether a command line is the given command, possibly with an interpreter in front of its program. */
function isSameCommand(running: readonly string[], [program = '', ...args]: readonly string[]): boolean {
  const tail = running.slice(running.length - args.length)
  return (
    args.every((argument, index) => tail[index] === argument) &&
    running.slice(0, running.length - args.length).some((part) => part.endsWith(program.replace(/^.*\//, '')))
  )
}

interface Marked {
  readonly pid: number
  readonly parent: number
  /** Whether it started when the mark was made, so is the program itself or a very young child. */
  readonly isFirst: boolean
}

async function markedOf(pid: string, mark: string): Promise<Marked | undefined> {
  const found = (await partsOf(`/proc/${pid}/environ`)).find((part) => part.startsWith(`${markName}=${mark} `))
  if (found === undefined) return undefined
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const late = Number(fields[19]) / ticksPerSecond - Number(found.slice(found.indexOf(' ') + 1))
  return { pid: Number(pid), parent: Number(fields[1]), isFirst: Math.abs(late) < startSeconds }
}

/**
 * Finds a running program without a snapshot: its supervisor was killed between starting it and writing the snapshot. It is the
 * marked process with the command or, if that has changed by `exec`, the one that started with the mark and has an unmarked parent.
 * Linux only; elsewhere none is found.
 */
export async function findMarkedProcess(
  mark: string,
  command: readonly string[],
): Promise<ProcessIdentity | undefined> {
  const marked: Marked[] = []
  for (const pid of await readdir('/proc').catch(() => [])) {
    const one = Number.isInteger(Number(pid)) ? await markedOf(pid, mark) : undefined
    if (!one) continue
    if (isSameCommand(await partsOf(`/proc/${pid}/cmdline`), command)) return identifyProcess(one.pid)
    marked.push(one)
  }
  const first = marked.find(({ isFirst, parent }) => isFirst && !marked.some(({ pid }) => pid === parent))
  return first && identifyProcess(first.pid)
}
