import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { identifyProcess, isSameProcess, type ProcessIdentity } from '../../files/process-identity.ts'

interface Seen {
  readonly pid: number
  readonly parent: number
  /** It leads a session of its own (`setsid`, a daemon), so is meant to outlive its parent. */
  readonly isLeader: boolean
}

async function seenInProc(pid: string): Promise<Seen | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => undefined)
  if (stat === undefined) return undefined
  // The name in parentheses may contain spaces and parentheses: fields are counted after the last one (proc_pid_stat(5)).
  const [, parent, , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { pid: Number(pid), parent: Number(parent), isLeader: session === pid }
}

/** All processes of this machine, by `/proc` or `ps`; none if neither works. */
async function allProcesses(): Promise<readonly Seen[]> {
  const names = await readdir('/proc').catch(() => [])
  const found = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(seenInProc))
  if (found.length > 0) return found.filter((seen) => seen !== undefined)
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,stat=']).catch(() => ({ stdout: '' }))
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length === 3)
    .map(([pid, parent, state = '']) => ({ pid: Number(pid), parent: Number(parent), isLeader: state.includes('s') }))
}

/** The descendants of a program. */
export class ProcessTree {
  readonly #root: number
  readonly #members: Map<number, ProcessIdentity> = new Map()

  constructor(root: number) {
    this.#root = root
  }

  /** Adds the present descendants. One whose parent is gone can only be known from an earlier call. */
  async look(): Promise<void> {
    const all = await allProcesses()
    const known = [this.#root, ...this.#members.keys()]
    for (const parent of known)
      for (const seen of all) {
        if (seen.parent !== parent || seen.isLeader || known.includes(seen.pid)) continue
        const identity = await identifyProcess(seen.pid)
        if (identity === undefined) continue
        this.#members.set(seen.pid, identity)
        known.push(seen.pid)
      }
  }

  /** The pids of all descendants ever seen that still run, without the program itself. */
  async left(): Promise<number[]> {
    const alive = await Promise.all(
      [...this.#members.values()].map(async (identity) => ((await isSameProcess(identity)) ? [identity.pid] : [])),
    )
    return alive.flat()
  }
}
