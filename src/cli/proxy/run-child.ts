import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { CliError } from '../cli-error.ts'
import { stopSignals } from './stop-signals.ts'

/** A program that is run to its end. */
export interface Child {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  readonly cwd: string
}

const why: Readonly<Record<string, string>> = {
  ENOENT: 'is not installed, or not in PATH',
  EACCES: 'may not be executed',
}

/**
 * Runs a program in this terminal and resolves with its exit code; with 128 and the number of the signal when one ended it, as a
 * shell does. Signals that reach this process are passed on, except Ctrl-C at a terminal: that has reached the child already.
 *
 * @throws CliError `not_found`
 */
export async function runChild({ command, args, env, cwd }: Child): Promise<number> {
  let child: ChildProcess | undefined
  const fromTerminal = (signal: NodeJS.Signals): boolean => signal === 'SIGINT' && process.stdin.isTTY
  const passOn = (signal: NodeJS.Signals): void => {
    if (!fromTerminal(signal)) child?.kill(signal)
  }
  // Before it starts: a signal that came right behind its start ended this process alone, and left the program running.
  for (const signal of stopSignals) process.on(signal, passOn)
  try {
    child = spawn(command, args, { stdio: 'inherit', env, cwd })
    return await exitOf(child, command)
  } finally {
    for (const signal of stopSignals) process.off(signal, passOn)
  }
}

function exitOf(child: ChildProcess, command: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on('error', (cause: NodeJS.ErrnoException) => {
      // It runs, and belongs to another user: a signal that it may not be sent is no end of it.
      if (child.pid !== undefined) return
      const reason = why[cause.code ?? ''] ?? 'cannot be started'
      reject(
        new CliError('not_found', `${command} ${reason}.`, 'Write the command as you would without us.', { cause }),
      )
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal])))
  })
}
