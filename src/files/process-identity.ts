import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import { promisify } from 'node:util'
import { isProcessAlive } from './temp-files.ts'

/** A process and no other: numbers are used again, after a while here and after a reboot from the beginning. */
export interface ProcessIdentity {
  readonly host: string
  /** Linux: of `/proc/sys/kernel/random/boot_id`; else empty. */
  readonly bootId: string
  readonly pid: number
  /** When it started: clock ticks since boot (Linux), or what `ps` says; empty where neither can be asked. */
  readonly startTime: string
}

let bootId: Promise<string> | undefined

/** Read once: it cannot change while this process lives. */
function bootIdOf(): Promise<string> {
  bootId ??= readFile('/proc/sys/kernel/random/boot_id', 'utf8').then(
    (text) => text.trim(),
    () => '',
  )
  return bootId
}

/** When a process started; `undefined` when there is none, or only what is left of one until its parent has looked (zombie). */
async function startTimeOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined)
  if (stat !== undefined) {
    // The name in brackets may hold spaces and brackets: fields are counted from the last one (proc_pid_stat(5)).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  if (!isProcessAlive(pid)) return undefined
  return promisify(execFile)('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => undefined,
  )
}

/** The identity of a process that runs on this machine; `undefined` when none does. */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  const startTime = await startTimeOf(pid)
  return startTime === undefined ? undefined : { host: hostname(), bootId: await bootIdOf(), pid, startTime }
}

/** Whether exactly this process still runs, here and now. */
export async function isSameProcess({ host, bootId, pid, startTime }: ProcessIdentity): Promise<boolean> {
  if (host !== hostname() || bootId !== (await bootIdOf())) return false
  return (await startTimeOf(pid)) === startTime
}

/** When a process started, in ms since 1970, to about a second; `undefined` where there is none, or nobody tells (only Linux does). */
export async function processStartMs(pid: number): Promise<number | undefined> {
  const ticks = Number(await startTimeOf(pid))
  // USER_HZ, the unit of /proc, is 100 whatever the kernel's own clock does (time(7)).
  return Number.isFinite(ticks) ? Date.now() - uptime() * 1000 + ticks * 10 : undefined
}
