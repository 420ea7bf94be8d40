import { shortHash } from '../../json/short-hash.ts'
import type { ExecutionContext } from '../executor.ts'
import { SupervisorError } from '../supervisor-error.ts'
import type { CommandResult, HostShell } from './host-shell.ts'
import { quoteArgument } from './quote-argument.ts'

/** Name of the only tmux session of a server. */
export const tmuxSessionName = 'main'
const target = `=${tmuxSessionName}:`

/** The content of a pane, and the state of its program. */
export interface PaneState {
  readonly pid: number
  readonly dead: boolean
  readonly code: number | null
  readonly signal: number | null
  /** The last lines, wrapped ones joined. */
  readonly text: string
}

/** `gone`: there is no such session; `unreachable`: the machine did not answer. */
export type PaneLook = PaneState | 'gone' | 'unreachable'

/** The name of the server's socket, always the same for a session, so that a program left by a killed supervisor is found. */
export function socketOf({ name }: ExecutionContext): string {
  return `session-recovery-${shortHash(name)}`
}

const statusFormat = '#{pane_pid} #{pane_dead} #{pane_dead_status} #{pane_dead_signal}.'

/** A tmux server for one session, with its own environment, without the user's configuration or windows. */
export class TmuxServer {
  readonly socket: string
  readonly #shell: HostShell

  constructor(shell: HostShell, socket: string) {
    this.#shell = shell
    this.socket = socket
  }

  #tmux(args: readonly string[], signal?: AbortSignal): Promise<CommandResult> {
    return this.#shell.run(['tmux', '-L', this.socket, ...args], signal ? { signal } : {})
  }

  /**
   * Starts the program in a new pane, which stays after the program's end, to show how it ended. Variables are passed by
   * standard input, since every user of the machine can read arguments.
   *
   * @throws SupervisorError `not_started`; `invalid_spec` for a variable name that is no shell identifier and could run code
   */
  async start({ spec, sessionID, signal }: ExecutionContext, columns: number, rows: number): Promise<void> {
    const odd = Object.keys(spec.env ?? {}).find((name) => !/^[A-Za-z_]\w*$/.test(name))
    if (odd !== undefined)
      throw new SupervisorError(
        'invalid_spec',
        `The variable ${JSON.stringify(odd)} cannot be set in tmux.`,
        'Use letters, digits and _ in its name.',
      )
    await this.end()
    const cwd = spec.cwd === undefined ? [] : [`cd ${quoteArgument(spec.cwd)} || exit 96`]
    const env = Object.entries({ ...spec.env, SESSION_RECOVERY_SESSION: sessionID }).map(
      ([name, value]) => `export ${name}=${quoteArgument(value)}`,
    )
    const commands: readonly (readonly string[])[] = [
      ['start-server'],
      ['set-option', '-g', 'remain-on-exit', 'on'],
      ['set-option', '-g', 'status', 'off'],
      ['set-option', '-g', 'history-limit', '5000'],
      ['set-option', '-g', 'default-terminal', 'screen-256color'],
      // With `env` there are always several arguments: tmux passes a single one to a shell.
      ['new-session', '-d', '-s', tmuxSessionName, '-x', `${columns}`, '-y', `${rows}`, 'env', '--', ...spec.command],
    ]
    const quoted = commands.map((command) => command.map(quoteArgument).join(' ')).join(String.raw` \; `)
    const script = [
      'command -v tmux >/dev/null || exit 97',
      'unset TMUX TMUX_PANE',
      ...cwd,
      ...env,
      // A server that is just ending may still accept the new session and end with it, so the start is tried again.
      'for attempt in 1 2 3 4 5; do',
      `tmux -L ${this.socket} -f /dev/null ${quoted} </dev/null && exit 0`,
      'sleep 0.1; done; exit 1',
    ]
    const { code, unreachable } = await this.#shell.run(['sh'], { stdin: `${script.join('\n')}\n`, signal })
    if (code === 0) return
    const remedies: Readonly<Record<number, string>> = {
      96: 'Its folder does not exist there.',
      97: 'tmux is not installed there: install it (apt-get install tmux).',
    }
    const remedy = unreachable ? 'The machine cannot be reached.' : (remedies[code ?? -1] ?? 'Run it by hand and look.')
    throw new SupervisorError('not_started', `${spec.command[0]} could not be started in tmux.`, remedy)
  }

  /** Looks at the pane. */
  async look(signal?: AbortSignal): Promise<PaneLook> {
    const first = await this.#lookOnce(signal)
    if (typeof first === 'string' || !first.dead || first.code !== null || first.signal !== null) return first
    // tmux may miss the SIGCHLD of a program whose terminal closed before it could be reaped: the program stays a zombie. When any
    // child ends, tmux reaps all of them, so it gets one that ends at once.
    await this.#tmux(['run-shell', 'true'], signal)
    return this.#lookOnce(signal)
  }

  async #lookOnce(signal: AbortSignal | undefined): Promise<PaneLook> {
    const status = ['display-message', '-p', '-t', target, statusFormat]
    const capture = ['capture-pane', '-p', '-J', '-t', target, '-S', '-500']
    const { code, stdout, unreachable } = await this.#tmux([...status, ';', ...capture], signal)
    if (unreachable || code === null) return 'unreachable'
    const end = stdout.indexOf('.\n')
    const fields = /^(\d+) (\d) (\d*) (\d*)$/.exec(stdout.slice(0, end))
    if (code !== 0 || !fields) return 'gone'
    const [, pid, dead, exit, by] = fields
    return {
      pid: Number(pid),
      dead: dead === '1',
      code: exit === '' ? null : Number(exit),
      signal: by === '' || by === '0' ? null : Number(by),
      text: stdout.slice(end + 2).trimEnd(),
    }
  }

  /** The screen with escape sequences for its colours. */
  async screen(): Promise<string | undefined> {
    const { code, stdout } = await this.#tmux(['capture-pane', '-p', '-e', '-t', target])
    return code === 0 ? stdout.trimEnd() : undefined
  }

  /** Types: control characters one by one, as keys; everything else literally. */
  async type(text: string): Promise<void> {
    for (const [piece] of text.matchAll(/\p{Cc}|\P{Cc}+/gu)) {
      const code = piece.codePointAt(0)!
      const isControl = piece.length === 1 && (code < 32 || code === 127)
      await this.#tmux(
        isControl
          ? ['send-keys', '-t', target, '-H', code.toString(16)]
          : ['send-keys', '-t', target, '-l', '--', piece],
      )
    }
  }

  /** Sends a signal to a process of that machine. */
  async signal(pid: number, signal: NodeJS.Signals): Promise<void> {
    await this.#shell.run(['kill', '-s', signal.slice(3), String(pid)])
  }

  /** Ends the server, and with it whatever runs in it. */
  async end(): Promise<void> {
    await this.#tmux(['kill-server'])
  }
}
