import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { kill } from 'node:process'
import { entryFile } from '../entry-file.ts'
import type { SessionSpec, SessionSupervisor } from '../../src/supervisor.ts'

/** Whether a program is installed here; tests that need it are skipped where it is not, and say so. */
export function isInstalled(program: string, versionFlag: string): boolean {
  return spawnSync(program, [versionFlag], { stdio: 'ignore' }).error === undefined
}

/** What processes of their own import. */
export const supervisorFile: string = entryFile('supervisor')

/** A program that prints its number, answers every line, and stays when no more come. A shell starts in a tenth of what Node takes. */
export const answering: readonly [string, ...string[]] = [
  'sh',
  '-c',
  'echo "ready as $$"; while read -r line; do echo "answer to $line"; done; exec sleep 100000',
]

/** Whether a process is there and no zombie. */
export function runs(pid: number): boolean {
  try {
    kill(pid, 0)
    // What a container's first process never reaps is there for ever, and does not run (proc_pid_stat(5)).
    return !existsSync('/proc/self/stat') || !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
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

/** The word that says that there is tmux. */
export const localTmux = 'tmux'

/** What must not stand in any file that a supervisor writes. */
export const trioSecrets = [
  'hunter2-of-the-test',
  'sk-ant-api03-0123456789abcdef',
  'postgres-password-of-the-test',
] as const

/** Three sessions: a process without output, one with the terminal of its supervisor, and one in tmux where there is one. */
export function trioSpecs(ledger: string, tmux: string | undefined): readonly (readonly [string, SessionSpec])[] {
  const [token, key, password] = trioSecrets
  const specOf = (id: string): SessionSpec => ({
    // It becomes another program after it has started, as the starters of many programs do.
    command: ['sh', '-c', 'echo "$1 $$" >> "$2"; exec sleep 100000', 'sh', id, ledger, `--api-key=${key}`],
    env: { API_TOKEN: token, DATABASE_URL: `postgres://user:${password}@localhost/db` },
  })
  return [
    ['process', specOf('process')],
    ['inherits', { ...specOf('inherits'), kind: 'agent' }],
    ...(tmux === localTmux ? [['pane', { ...specOf('pane'), kind: 'tmux' }] as const] : []),
  ]
}
