<<<<<<< HEAD
import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { pid } from 'node:process'
import { isProcessAlive } from './temp-files.ts'

/**
 * Which process something belongs to. The number alone does not tell: it is given again after a while, after a reboot at once,
 * and in every container there is a process 1.
 */
export interface ProcessIdentity {
  readonly host: string
  readonly pid: number
  /** Id of this boot of the machine; absent where the system has none. */
  readonly boot?: string
  /** When the process began, in ticks since the boot; absent where the system does not tell. */
  readonly started?: string
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return undefined
  }
}

/** Field 22 of `/proc/<pid>/stat`, counted behind the command, which may hold spaces and parentheses. */
function startOf(process: number): string | undefined {
  const stat = readText(`/proc/${process}/stat`)
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
}

function bootOf(): string | undefined {
  return readText('/proc/sys/kernel/random/boot_id')
}

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  const boot = bootOf()
  const started = startOf(pid)
  return { host: hostname(), pid, ...(boot !== undefined && { boot }), ...(started !== undefined && { started }) }
}

/** Whether that very process runs; `unknown` on another machine or in another container. */
export function processState(identity: ProcessIdentity): 'alive' | 'dead' | 'unknown' {
  if (identity.host !== hostname()) return 'unknown'
  if (identity.boot !== bootOf()) return 'dead'
  if (!isProcessAlive(identity.pid)) return 'dead'
  return identity.started === startOf(identity.pid) ? 'alive' : 'dead'
=======
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
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

async function bootIdOf(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim()
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
>>>>>>> main
}
