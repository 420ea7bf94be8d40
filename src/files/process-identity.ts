import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { hostname, uptime } from 'node:os'
import { promisify } from 'node:util'
import { isProcessAlive } from './temp-files.ts'

/** A process and no other: numbers are used again, after a while here and after a reboot from the beginning. */
export interface ProcessIdentity {
  readonly host: string
  /** Linux: of `/proc/sys/kernel/random/boot_id`; else empty. */
  readonly bootId: string
  /** What tells machines of one name apart, over a reboot too: a digest of the machine's id. Absent where it has none. */
  readonly machine?: string | undefined
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

let machine: Promise<string | undefined> | undefined

/** The id itself is not for others to see (machine-id(5)). */
function machineOf(): Promise<string | undefined> {
  machine ??= readFile('/etc/machine-id', 'utf8').then(
    (text) => {
      const id = text.trim()
      // Images are shipped with an empty one, or with this word, until their first start.
      if (id === '' || id === 'uninitialized') return undefined
      return createHmac('sha256', id).update('session-recovery').digest('hex').slice(0, 16)
    },
    () => undefined,
  )
  return machine
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
  if (startTime === undefined) return undefined
  const known = await machineOf()
  return { host: hostname(), bootId: await bootIdOf(), ...(known && { machine: known }), pid, startTime }
}

/**
 * Whether a process can be asked for here. One of another boot has ended with it, unless it runs on another machine of the same
 * name: that is known where both have an id.
 */
export async function isOfThisMachine({
  host,
  bootId,
  machine: of,
}: Pick<ProcessIdentity, 'host' | 'bootId' | 'machine'>): Promise<boolean> {
  if (host !== hostname()) return false
  const own = await machineOf()
  return bootId === (await bootIdOf()) || of === undefined || own === undefined || of === own
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
