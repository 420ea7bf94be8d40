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
}
