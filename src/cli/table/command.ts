import type { ExitCode } from '../exit-code.ts'
import type { CliContext } from '../cli-context.ts'
import type { OptionValues } from './option-values.ts'

/** What a shell may offer as the value of an argument: files, or these words; without it nothing. */
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
  /** The empty text is a value, too; elsewhere it is a variable that nobody has set. */
  readonly mayBeEmpty?: boolean
  /** The only first words of the command that know it; `--` is a command line of another program in their place. */
  readonly of?: readonly string[]
  /** It says something only beside this one. */
  readonly beside?: string
  /** It cannot stand beside these. */
  readonly without?: readonly string[]
}

export interface Positional {
  readonly name: string
  readonly variadic?: boolean
  readonly required?: boolean
  /** What stands for it where it is left out. */
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
  /** What stands behind `--`, for commands that pass it on. */
  readonly rest: readonly string[]
}

/** What the file of a command exports. `run` ends with the exit code of its child, all others with one of ours. */
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
  /** What its exit codes mean, where that is not what they mean elsewhere. */
  readonly exits?: string
  readonly positionals: readonly Positional[]
  readonly options: Readonly<Record<string, OptionSpec>>
  readonly examples: readonly Example[]
  /** Everything behind `--` belongs to another program. */
  readonly passesRest?: boolean
  /** It changes or serves something: it goes on when nobody reads its output any more. */
  readonly finishes?: boolean
  readonly load: () => Promise<RunCommand>
}
