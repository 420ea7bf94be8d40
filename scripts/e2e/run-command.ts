import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'
import type { ProgramCommand } from './program.ts'

/** A program of many megabytes is started some hundred times: a third of that is compiling it. */
const compileCache = join(tmpdir(), 'session-recovery-e2e-compile-cache')

/** Runs a command to its end, or until the time is up; its output and its exit code (null when it was killed). */
export function runCommand(
  { command, cwd, env, stdin }: ProgramCommand,
  timeoutMs = 60_000,
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const [file, ...args] = command as [string, ...string[]]
    const child = spawn(file, args, {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
      stdio: 'pipe',
      detached: true,
    })
    const ended = atExit(() => killGroup(child.pid))
    let output = ''
    const timer = setTimeout(() => killGroup(child.pid), timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      killGroup(child.pid)
      ended()
      resolve({ code, output })
    })
    child.stdin.on('error', () => {
      // The program does not read its input.
    })
    child.stdin.end(stdin ?? '')
  })
}

/** A program may leave helpers behind: the whole group goes. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of the group is left.
  }
}
