import { spawn, type ChildProcess } from 'node:child_process'
import { checkOptions, type CheckedOptions, oneOf } from '../../errors/check-options.ts'
import { identifyProcess } from '../../files/process-identity.ts'
import { shortHash } from '../../json/short-hash.ts'
import type { ExecutionContext, SessionExecutor } from '../executor.ts'
import type { ExitReport } from '../failure.ts'
import { RingText } from '../ring-text.ts'
import type { SessionHandle } from '../session-handle.ts'
import { SupervisorError } from '../supervisor-error.ts'
import { adoptedProcess } from './adopted-process.ts'
import { endProcess } from './end-process.ts'
import { findMarkedProcess, marksFor } from './find-marked-process.ts'
import { signalName } from './signal-name.ts'
import { loadTerminal } from './terminal.ts'
import { screenSize } from './screen-size.ts'
import { openScreen } from './screen.ts'

/** Characters of a program's output that are kept in memory. */
const outputChars = 131_072

/** Where the output of a local program goes. */
export interface LocalProcessOptions {
  /**
   * - `capture` (default): output is read and kept in memory; if its supervisor is killed, the pipes break and may end the program
   * - `inherit`: the program uses this process's own terminal or files, and goes on without its supervisor
   * - `discard`: output is dropped
   * - `terminal`: a terminal of its own, by the optional peer `@lydell/node-pty` or `node-pty`
   */
  readonly output?: 'capture' | 'inherit' | 'discard' | 'terminal'
  /** Width of that terminal, in characters. Default 80. */
  readonly columns?: number
  /** Its height, in lines. Default 24. */
  readonly rows?: number
}

const rules = {
  output: oneOf<NonNullable<LocalProcessOptions['output']>>(['capture', 'inherit', 'discard', 'terminal'], 'capture'),
  columns: screenSize(80),
  rows: screenSize(24),
}

const stdioOf = { capture: ['pipe', 'pipe', 'pipe'], inherit: 'inherit', discard: 'ignore' } as const

const markOf = ({ name }: ExecutionContext): string => shortHash(name)

function environmentOf(context: ExecutionContext): Record<string, string | undefined> {
  const own = { SESSION_RECOVERY_SESSION: context.sessionID, ...marksFor(markOf(context)) }
  return { ...process.env, ...context.spec.env, ...own }
}

/** Resolves when the program runs; rejects when it cannot be started. */
function started(child: ChildProcess, program: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', () => {
      child.off('error', fail)
      child.on('error', () => undefined)
      resolve()
    })
    const fail = (cause: Error): void =>
      reject(
        new SupervisorError('not_started', `${program} could not be started.`, 'Check the command and its folder.', {
          cause,
        }),
      )
    child.once('error', fail)
  })
}

async function startPiped(
  context: ExecutionContext,
  output: 'capture' | 'inherit' | 'discard',
): Promise<SessionHandle> {
  const [program, ...args] = context.spec.command
  const { cwd } = context.spec
  const child = spawn(program, args, {
    stdio: stdioOf[output] as 'pipe',
    env: environmentOf(context),
    ...(cwd !== undefined && { cwd }),
  })
  const ended = new Promise<ExitReport>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
  })
  const text = new RingText(outputChars)
  const listeners = new Set<(piece: string) => void>()
  const take = (piece: string): void => {
    text.push(piece)
    for (const listener of listeners) listener(piece)
  }
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', take)
  child.stdin?.on('error', () => undefined)
  await started(child, program)
  const pid = child.pid!
  const identity = await identifyProcess(pid)
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  return {
    address: { process: identity },
    pid,
    ended,
    outlivesSupervisor: false,
    isAlive: async () => isAlive(),
    output: () => text.toString(),
    onOutput(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    ...(output === 'capture' && {
      type: async (typed: string) => void child.stdin?.write(typed.replaceAll('\r', '\n')),
    }),
    async signal(signal) {
      if (isAlive()) child.kill(signal)
    },
    async stop(graceMs) {
      if (isAlive()) await endProcess(pid, ended, graceMs)
    },
    detach() {
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy()
      child.unref()
    },
  }
}

async function startInTerminal(
  context: ExecutionContext,
  { columns, rows }: Pick<CheckedOptions<typeof rules>, 'columns' | 'rows'>,
): Promise<SessionHandle> {
  const spawnTerminal = await loadTerminal()
  // Before the start: a short program would print and end before anything listens.
  const screen = await openScreen(columns, rows)
  const [program, ...args] = context.spec.command
  const { cwd } = context.spec
  const env = environmentOf(context)
  const terminal = spawnTerminal(program, args, {
    name: env['TERM'] ?? 'xterm-256color',
    cols: columns,
    rows,
    env,
    ...(cwd !== undefined && { cwd }),
  })
  const text = new RingText(outputChars)
  const listeners = new Set<(piece: string) => void>()
  let isAlive = true
  const ended = new Promise<ExitReport>((resolve) => {
    terminal.onExit(({ exitCode, signal }) => {
      isAlive = false
      const name = signal === undefined || signal === 0 ? null : signalName(signal)
      resolve({ code: name === null ? exitCode : null, signal: name })
    })
  })
  terminal.onData((piece) => {
    text.push(piece)
    screen?.write(piece)
    for (const listener of listeners) listener(piece)
  })
  const identity = await identifyProcess(terminal.pid)
  return {
    address: { process: identity },
    pid: terminal.pid,
    ended,
    outlivesSupervisor: false,
    isAlive: async () => isAlive,
    output: () => text.toString(),
    ...(screen && { screen: () => screen.serialize(), screenText: () => screen.text() }),
    onOutput(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    type: async (typed) => terminal.write(typed),
    resize(newColumns, newRows) {
      terminal.resize(newColumns, newRows)
      screen?.resize(newColumns, newRows)
    },
    async signal(signal) {
      if (isAlive) terminal.kill(signal)
    },
    async stop(graceMs) {
      if (isAlive) await endProcess(terminal.pid, ended, graceMs)
    },
    detach: () => undefined,
  }
}

/**
 * Runs sessions as processes of this machine.
 *
 * @throws OptionsError; SupervisorError from `start`: `not_started`; `missing_peer` for `terminal` without a PTY package
 * @example
 * createSessionSupervisor({ folder: '.supervisor', executors: [localProcess()] })
 */
export function localProcess(options: LocalProcessOptions = {}): SessionExecutor {
  const { output, ...size } = checkOptions(options, rules)
  return {
    kind: 'local',
    replicates: output !== 'inherit',
    start: (context) => (output === 'terminal' ? startInTerminal(context, size) : startPiped(context, output)),
    async adopt(context, address) {
      const known = address.process && (await adoptedProcess(context, address.process))
      if (known) return known
      const found = await findMarkedProcess(markOf(context), context.spec.command)
      return found && adoptedProcess(context, found)
    },
  }
}
