import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../files/temp-folder.ts'

/** The source of the command. */
export const mainFile: string = join(import.meta.dirname, '../../src/cli.ts')

/** What runs: under `npm test` the build, which starts seven times as fast; else the source. */
export const commandFile: string = process.env['SESSION_RECOVERY_CLI'] ?? mainFile

export interface CliResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface CliOptions {
  readonly home: string
  readonly env?: Record<string, string>
  readonly cwd?: string
  readonly input?: string | Buffer
  readonly nodeArguments?: readonly string[]
  /** Runs as nobody, where the test runs as root. */
  readonly unprivileged?: boolean
}

/** Nothing of the machine that runs the tests: its own sessions are none of their business. */
function environment({ home, env }: CliOptions): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME: home, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env }
}

/** Runs the command as its users do: as a process. */
export function cli(args: readonly string[], options: CliOptions): CliResult {
  const node = [...(options.nodeArguments ?? []), commandFile, ...args]
  const [command, all] = options.unprivileged
    ? ['setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', process.execPath, ...node]]
    : [process.execPath, node]
  const { status, signal, stdout, stderr } = spawnSync(command, all, {
    env: environment(options),
    cwd: options.cwd ?? options.home,
    input: options.input ?? '',
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  })
  return { code: status, signal, stdout, stderr }
}

/** Starts the command and leaves it running; it ends with the test. */
export function startCli(args: readonly string[], options: CliOptions): ChildProcessWithoutNullStreams {
  const running = spawn(process.execPath, [...(options.nodeArguments ?? []), commandFile, ...args], {
    env: environment(options),
    cwd: options.cwd ?? options.home,
  })
  onTestFinished(() => {
    running.kill('SIGKILL')
  })
  return running
}

/** Resolves when the process has ended. */
export function ended(running: ChildProcessWithoutNullStreams): Promise<Pick<CliResult, 'code' | 'signal'>> {
  return new Promise((resolve) => {
    running.once('close', (code, signal) => resolve({ code, signal }))
  })
}

/** Resolves when the output holds the text. */
export function saw(
  running: ChildProcessWithoutNullStreams,
  where: 'stdout' | 'stderr',
  text: string,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    running[where].on('data', (chunk: Buffer) => {
      output += String(chunk)
      if (output.includes(text)) resolve(output)
    })
    running.once('close', () => reject(new Error(`Ended without ${text}: ${output}`)))
  })
}

/** A home folder without any session. */
export function emptyHome(): string {
  return tempFolder()
}
