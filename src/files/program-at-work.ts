import { readdir, readFile, readlink, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pid as ownPid } from 'node:process'
import type { Holder, Liveness, LivenessOptions } from './who-holds.ts'

/** A program that appends to a file and closes it at once: no open file tells that it runs. */
export interface Appender {
  /** The file names that stand in its command line, without extension. */
  readonly names: readonly string[]
  /** Whether a session of this working folder may be the one in question. */
  readonly worksIn: (folder: string) => boolean | Promise<boolean>
  /** Processes that have told themselves which session they are in. */
  readonly tells?: (pid: number) => boolean | Promise<boolean>
}

/** A tool may run this long without a line being written. */
const silentMs = 10 * 60_000

/** Linux counts the start of a process in hundredths of a second since boot, whatever the kernel's own tick is. */
const ticksPerSecond = 100

async function bootMs(proc: string): Promise<number> {
  const told = /^btime (\d+)$/m.exec(await readFile(join(proc, 'stat'), 'utf8').catch(() => ''))?.[1]
  return told === undefined ? Number.NaN : Number(told) * 1000
}

async function startedMs(proc: string, pid: string, boot: number): Promise<number> {
  const line = await readFile(join(proc, pid, 'stat'), 'latin1').catch(() => '')
  // The name in brackets may hold spaces and brackets: fields are counted from the last one (proc_pid_stat(5)).
  return boot + (Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[19]) * 1000) / ticksPerSecond
}

async function commandOf(proc: string, pid: string, names: readonly string[]): Promise<string | undefined> {
  const line = await readFile(join(proc, pid, 'cmdline'), 'utf8').catch(() => '')
  // An interpreter stands first, the program behind it; what comes later are arguments.
  const programs = line
    .split('\0')
    .slice(0, 2)
    .map((part) => basename(part).replace(/\.\w+$/, ''))
  return programs.find((name) => names.includes(name))
}

/**
 * The process that may still write to a file although it holds nothing open: it runs in the folder of the session, was there
 * when the file was last written, and that is not long ago. Undefined where no process can be looked up.
 */
export async function programAtWork(
  path: string,
  { names, tells, worksIn }: Appender,
  { now = Date.now, procFolder: proc = '/proc' }: LivenessOptions = {},
): Promise<Holder | undefined> {
  const { mtimeMs } = await stat(path)
  if (Math.abs(now() - mtimeMs) > silentMs) return undefined
  const pids = (await readdir(proc).catch(() => [])).filter((name) => /^\d+$/.test(name) && Number(name) !== ownPid)
  const boot = pids.length === 0 ? Number.NaN : await bootMs(proc)
  for (const pid of pids) {
    const command = await commandOf(proc, pid, names)
    if (command === undefined) continue
    const folder = await readlink(join(proc, pid, 'cwd')).catch(() => undefined)
    if (folder === undefined || !(await worksIn(folder)) || (await tells?.(Number(pid)))) continue
    // One that was started afterwards has never written to it: the session of a crash is free for a repair.
    if ((await startedMs(proc, pid, boot)) <= mtimeMs)
      return { kind: 'process', pid: Number(pid), command, access: 'write' }
  }
  return undefined
}

/** What is known of a file, and a further sign of life where there is one. */
export function withHolder(held: Liveness, holder: Holder | undefined): Liveness {
  return holder === undefined ? held : { ...held, live: true, holders: [holder, ...held.holders] }
}
