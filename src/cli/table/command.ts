import type { ExitCode } from '../exit-code.ts'
import type { CliContext } from '../cli-context.ts'
import type { OptionValues } from './option-values.ts'

/** The completions of an argument's value: sessions, files, or these words; none without it. */
export type Completion = 'session' | 'file' | readonly string[]

export interface OptionSpec {
  readonly type: 'boolean' | 'string'
  readonly short?: string
  /** May be given more than once. */
  readonly multiple?: boolean
  /** Name of the value in the help. */
  readonly value?: string
  /** The only values that are taken; the shell offers them. */
  readonly choices?: readonly string[]
  readonly completes?: Completion
  readonly help: string
  /** The empty string is a legal value; elsewhere it means an unset variable. */
  readonly mayBeEmpty?: boolean
  /** The first words of the command that accept the option; `--` stands for another program's command line in their place. */
  readonly of?: readonly string[]
  /** It has a meaning only together with this option. */
  readonly beside?: string
  /** It cannot be combined with these options. */
  readonly without?: readonly string[]
}

export interface Positional {
  readonly name: string
  readonly variadic?: boolean
  readonly required?: boolean
  /** The help's text for its default. */
  readonly otherwise?: string
  readonly completes?: Completion
}

export interface Example {
  readonly line: string
  readonly says: string
}

/** The parsed command line of one command. */
export interface Invocation {
  readonly options: OptionValues
  readonly positionals: readonly string[]
  /** The arguments behind `--`, for commands that pass them on. */
  readonly rest: readonly string[]
}

/** The export of a command's file. `run` returns the exit code of its child, all others one of ours. */
export type RunCommand = (invocation: Invocation, context: CliContext) => Promise<ExitCode | number>

/**
 * One command as data: parsing, help, completions and documentation are made from it. The code is loaded when it runs, so
 * that `--version` and completions stay fast.
 */
export interface CommandSpec {
  readonly name: string
  readonly summary: string
  /** More lines for the command's own help. */
  readonly about?: string
  /** The meaning of its exit codes, when it differs from that of other commands. */
  readonly exits?: string
  readonly positionals: readonly Positional[]
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly examples: readonly Example[]
  /** Everything behind `--` belongs to another program. */
  readonly passesRest?: boolean
  /** It changes or serves something: it continues when nobody reads its output. */
  readonly finishes?: boolean
  readonly load: () => Promise<RunCommand>
}
