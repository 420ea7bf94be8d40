import { setTimeout as wait } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { loadTerminal, type Terminal } from '../../src/supervisor/executors/terminal.ts'
import { eventually } from '../supervisor/programs.ts'
import { commandFile } from './run-cli.ts'

const spawnTerminal = await loadTerminal().catch(() => undefined)

export const hasTerminal: boolean = spawnTerminal !== undefined
if (!hasTerminal) console.log('no PTY package is installed (npm install @lydell/node-pty): its tests are skipped')

export interface TerminalCli {
  readonly terminal: Terminal
  /** Resolves with everything shown so far, once the text is in it. */
  shows(text: string): Promise<string>
  /** Types one key after the other, as a person does: what comes at once is pasted for tmux, and no command (`assume-paste-time`). */
  type(keys: string): Promise<void>
  readonly code: Promise<number>
}

/** Runs the command in a terminal of 100 × 30, as a person does; it ends with the test. */
export function terminalCli(args: readonly string[], home: string, env: Record<string, string> = {}): TerminalCli {
  const terminal = spawnTerminal!(process.execPath, [commandFile, ...args], {
    name: env['TERM'] ?? 'xterm-256color',
    cols: 100,
    rows: 30,
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', ...env },
  })
  let shown = ''
  let hasEnded = false
  terminal.onData((text) => {
    shown += text
  })
  const code = new Promise<number>((resolve) =>
    terminal.onExit(({ exitCode }) => {
      hasEnded = true
      resolve(exitCode)
    }),
  )
  onTestFinished(() => {
    if (!hasEnded) terminal.kill('SIGKILL')
  })
  return {
    terminal,
    code,
    async type(keys) {
      for (const key of keys) {
        await wait(50)
        terminal.write(key)
      }
    },
    async shows(text) {
      await eventually(`${JSON.stringify(text)} on the screen`, () => {
        if (!shown.includes(text) && hasEnded) throw new Error(`Ended without ${JSON.stringify(text)}: ${shown}`)
        return shown.includes(text)
      })
      return shown
    },
  }
}
