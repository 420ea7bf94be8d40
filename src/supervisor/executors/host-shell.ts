import { execFile } from 'node:child_process'

/** What a command has said. */
export interface CommandResult {
  /** Null when it could not be run at all. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The machine could not be reached: nothing is known of the command. */
  readonly unreachable: boolean
}

export interface CommandInput {
  readonly stdin?: string
  readonly signal?: AbortSignal
}

/** A place where commands run: this machine, or another one. No shell reads the arguments. */
export interface HostShell {
  readonly remote: boolean
  run(argv: readonly string[], input?: CommandInput): Promise<CommandResult>
}

/** A command that hangs must not hold the supervisor. */
const commandMs = 30_000

/** Runs a program and collects what it says; never rejects. */
export function runProgram(
  [program = '', ...args]: readonly string[],
  { stdin, signal, env }: CommandInput & { readonly env?: Readonly<Record<string, string | undefined>> } = {},
): Promise<Omit<CommandResult, 'unreachable'>> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      {
        timeout: commandMs,
        maxBuffer: 16 * 1024 * 1024,
        ...(signal && { signal }),
        ...(env && { env: env as NodeJS.ProcessEnv }),
      },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null
        resolve({ code, stdout, stderr })
      },
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(stdin ?? '')
  })
}

/** This machine. */
export const localShell: HostShell = {
  remote: false,
  async run(argv, input) {
    // Inside of tmux, its variables would lead to the tmux of the person.
    const { TMUX: _tmux, TMUX_PANE: _pane, ...env } = process.env
    return { ...(await runProgram(argv, { ...input, env })), unreachable: false }
  },
}
