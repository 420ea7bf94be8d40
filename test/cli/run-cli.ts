import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { expect, onTestFinished } from 'vitest'
import { runCommandLine } from '../../src/cli/run-command-line.ts'
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
}

export interface ProcessOptions extends CliOptions {
  readonly nodeArguments?: readonly string[]
  /** Runs as nobody, where the test runs as root. */
  readonly unprivileged?: boolean
}

/** Nothing of the machine that runs the tests: its own sessions are none of their business. */
function environment({ home, env }: CliOptions): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, HOME: home, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...env }
}

// Colours are what a test asks for, not what its own terminal or CI does.
delete process.env['FORCE_COLOR']

/** Keeps what is written to it, beside what is written to its brothers. */
function sink(...kept: Buffer[][]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const each of kept) each.push(chunk)
      done()
    },
  })
}

/** A reader who takes line by line: a line that is written while the former one waits was not waited for. */
class SlowReader extends Writable {
  readonly #kept: readonly Buffer[][]
  isHurried = false

  constructor(...kept: Buffer[][]) {
    super({ highWaterMark: 1 })
    this.#kept = kept
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    for (const each of this.#kept) each.push(chunk)
    setImmediate(() => {
      this.isHurried ||= this.writableLength > chunk.length
      done()
    })
  }

  get hasAll(): boolean {
    return !this.isHurried && this.writableLength === 0
  }
}

export interface Shown extends CliResult {
  /** Both outputs, in the order in which they were written. */
  readonly shown: string
}

/**
 * Runs the command line inside the test: all of the command but its process, in a tenth of the time. Signals, colours, who else
 * is at work on a file, and what starts programs or listens on its own want `cliProcess`.
 */
export async function cli(args: readonly string[], options: CliOptions): Promise<Shown> {
  return begin(args, options).ended
}

interface Begun {
  readonly ended: Promise<Shown>
  /** Both outputs until now. */
  readonly shown: () => string
}

function begin(args: readonly string[], options: CliOptions): Begun {
  const { home, cwd = home, input = '' } = options
  const kept: Record<'out' | 'talk' | 'both', Buffer[]> = { out: [], talk: [], both: [] }
  const [stdout, stderr] = [new SlowReader(kept.out, kept.both), sink(kept.talk, kept.both)]
  const stdin = Readable.from([Buffer.from(input)])
  const given = { stdin, stdout, stderr, env: environment(options), home, now: Date.now, cwd }
  const all = (which: keyof typeof kept): string => Buffer.concat(kept[which]).toString()
  const end = async (): Promise<Shown> => {
    const code = await runCommandLine(args, given)
    if (!stdout.hasAll) throw new Error(`${args.join(' ')}: a line was not waited for (await output.line)`)
    return { code, signal: null, stdout: all('out'), stderr: all('talk'), shown: all('both') }
  }
  return { ended: end(), shown: () => all('both') }
}

/** A command that runs inside the test until it is stopped. */
export interface Serving {
  /** Resolves with all that was shown when the pattern is in it; the first group is what is wanted. */
  readonly said: (pattern: RegExp) => Promise<string>
  readonly stop: () => Promise<Shown>
}

/** Starts a command that serves until a signal: inside the test, the terminal is closed for it by hand. */
export function serve(args: readonly string[], options: CliOptions): Serving {
  const { ended, shown } = begin(args, options)
  const stop = (): Promise<Shown> => {
    process.emit('SIGHUP', 'SIGHUP')
    return ended
  }
  onTestFinished(async () => void (await stop()))
  let isOver = false
  void ended.finally(() => (isOver = true)).catch(() => undefined)
  return {
    stop,
    said: async (pattern) => {
      await expect.poll(() => isOver || pattern.test(shown()), { interval: 5 }).toBe(true)
      return pattern.exec(shown())?.[1] ?? `ended: ${shown()}`
    },
  }
}

/** Runs the command as its users do: as a process. */
export function cliProcess(args: readonly string[], options: ProcessOptions): CliResult {
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
export function startCli(args: readonly string[], options: ProcessOptions): ChildProcessWithoutNullStreams {
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
