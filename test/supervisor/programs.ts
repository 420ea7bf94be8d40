import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { kill } from 'node:process'
import type { SessionSupervisor } from '../../src/supervisor.ts'

/** Whether a program is installed here; tests that need it are skipped where it is not, and say so. */
export function isInstalled(program: string, versionFlag: string): boolean {
  return spawnSync(program, [versionFlag], { stdio: 'ignore' }).error === undefined
}

/** What processes of their own import: the build where there is one to test (it loads much faster), else the source. */
export const supervisorFile: string =
  process.env['SESSION_RECOVERY_CLI'] === undefined
    ? join(import.meta.dirname, '../../src/supervisor.ts')
    : join(dirname(process.env['SESSION_RECOVERY_CLI']), 'supervisor.js')

/** A program that prints its number, and answers every line. */
export const answering: readonly [string, ...string[]] = [
  process.execPath,
  '-e',
  `process.stdin.on('data', (line) => console.log('answer to ' + String(line).trim()))
   console.log('ready as ' + process.pid)
   setInterval(() => undefined, 1000)`,
]

/** Whether a process is there and no zombie. */
export function runs(pid: number): boolean {
  try {
    kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Waits until something holds; fails after a while, with what was waited for. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + 60_000
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`It did not happen: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The number of the program that runs for the session `s`. Fails when none does: signals to 0 would end the test itself. */
export function pidOf(supervisor: SessionSupervisor): number {
  const pid = supervisor.statistics().sessions['s']?.pid
  if (pid === undefined) throw new Error('No program runs for the session.')
  return pid
}
