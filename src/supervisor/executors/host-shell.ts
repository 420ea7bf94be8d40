import { execFile } from 'node:child_process'

/** The result of a command. */
export interface CommandResult {
  /** Exit code; null when the command could not be run or was killed. */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** The machine could not be reached: whether the command ran is unknown. */
  readonly unreachable: boolean
}

export interface CommandInput {
  readonly stdin?: string
  readonly signal?: AbortSignal
}

/** Runs commands on this or another machine. Arguments are passed as they are, without shell expansion. */
export interface HostShell {
  readonly remote: boolean
  run(argv: readonly string[], input?: CommandInput): Promise<CommandResult>
}

/** Time limit of a command, so that a hanging one does not block the supervisor. */
const commandMs = 30_000

/** Runs a program and collects its output; never rejects. */
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
    // When we run inside tmux, its variables would point to the user's own tmux server.
    const { TMUX: _tmux, TMUX_PANE: _pane, ...env } = process.env
    return { ...(await runProgram(argv, { ...input, env })), unreachable: false }
  },
}
