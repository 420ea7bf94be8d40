import type { CliContext } from './cli-context.ts'
import { CliError } from './cli-error.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import type { Invocation } from './table/command.ts'
import { completionScripts } from './table/completion-scripts.ts'

/** `session-recovery completion`: prints the script of a shell. */
export async function completion({ positionals }: Invocation, { output }: CliContext): Promise<ExitCode> {
  const [shell = ''] = positionals
  const script = completionScripts[shell]
  if (!script)
    throw new CliError('usage', `There is no completion for ${JSON.stringify(shell)}.`, 'Use: bash, zsh or fish.')
  await output.write(script())
  return exitCode.healthy
}
