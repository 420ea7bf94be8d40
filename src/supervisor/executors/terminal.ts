import { SupervisorError } from '../supervisor-error.ts'

/** A program in a terminal of its own; the common interface of `node-pty` and `@lydell/node-pty`. */
export interface Terminal {
  readonly pid: number
  onData(listener: (text: string) => void): void
  onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number | undefined }) => void): void
  write(text: string): void
  resize(columns: number, rows: number): void
  kill(signal?: string): void
}

export interface TerminalOptions {
  readonly name: string
  readonly cols: number
  readonly rows: number
  readonly cwd?: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export type SpawnTerminal = (file: string, args: string[], options: TerminalOptions) => Terminal

/** The PTY packages; the prebuilt one first, which needs no compiler. */
const packages = ['@lydell/node-pty', 'node-pty']

/**
 * Loads the first PTY package that is installed.
 *
 * @throws SupervisorError `missing_peer`
 */
export async function loadTerminal(names: readonly string[] = packages): Promise<SpawnTerminal> {
  const causes: unknown[] = []
  for (const name of names) {
    try {
      const module = (await import(name)) as {
        readonly spawn?: SpawnTerminal
        readonly default?: { spawn?: SpawnTerminal }
      }
      const spawn = module.spawn ?? module.default?.spawn
      if (spawn) return spawn
    } catch (cause) {
      causes.push(cause)
    }
  }
  throw new SupervisorError(
    'missing_peer',
    'A terminal for a program needs a PTY package, and none is installed.',
    `Install one: npm install ${names[0]}.`,
    { cause: causes[0] },
  )
}
