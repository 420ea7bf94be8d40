import { ownValue } from '../json/own-value.ts'
import type { CliContext } from './cli-context.ts'
import { CliError } from './cli-error.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import type { CommandSpec, Invocation } from './table/command.ts'
import { completionScripts } from './table/completion-scripts.ts'

/** `session-recovery completion`: prints the script of a shell for these commands. */
export function completionOf(
  commands: readonly CommandSpec[],
): (invocation: Invocation, context: CliContext) => Promise<ExitCode> {
  return async ({ positionals }, { output }) => {
    const [shell = ''] = positionals
    const script = ownValue(completionScripts, shell)
    if (!script)
      throw new CliError('usage', `There is no completion for ${JSON.stringify(shell)}.`, 'Use: bash, zsh or fish.')
    await output.write(script(commands))
    return exitCode.healthy
  }
}
